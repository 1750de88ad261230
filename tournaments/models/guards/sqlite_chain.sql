-- What SQLite refuses since the book has a chain: a record without its link, a link that does not hold the digest of the
-- one before it, a line of a table in fiches that its postings do not give, a number that is no integer, another player
-- at a seat that a line names (unless a link has said so first), another place for a table with records.
-- A link and a reason go in before their record, as postings and lines do. A reason may be deleted, and never changed.

CREATE TRIGGER book_link_insert BEFORE INSERT ON tournaments_link
BEGIN
    SELECT RAISE(ABORT, 'book: this link exists already')
    WHERE EXISTS (SELECT 1 FROM tournaments_link WHERE id = NEW.id)
       OR EXISTS (SELECT 1 FROM tournaments_link WHERE digest = NEW.digest)
       OR EXISTS (SELECT 1 FROM tournaments_link WHERE record_id = NEW.record_id);
    SELECT RAISE(ABORT, 'book: this record is sealed')
    WHERE EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id);
    SELECT RAISE(ABORT, 'book: a digest is 64 letters, an id is an integer')
    WHERE typeof(NEW.table_id) NOT IN ('integer', 'null') OR typeof(NEW.record_id) NOT IN ('integer', 'null')
       OR typeof(NEW.seat_id) NOT IN ('integer', 'null') OR typeof(NEW.was) NOT IN ('integer', 'null')
       OR typeof(NEW.entry) NOT IN ('integer', 'null') OR typeof(NEW.digest) <> 'text' OR length(NEW.digest) <> 64
       OR typeof(NEW.previous) <> 'text' OR length(NEW.previous) <> 64
       OR typeof(NEW.beside) <> 'text' OR length(NEW.beside) NOT IN (0, 64);
    SELECT RAISE(ABORT, 'book: a link holds the digest of the one before it')
    WHERE NEW.previous <> (SELECT digest FROM tournaments_link WHERE table_id = NEW.table_id ORDER BY id DESC LIMIT 1);
END;

CREATE TRIGGER book_link_last AFTER INSERT ON tournaments_link
BEGIN
    SELECT RAISE(ABORT, 'book: a link is the last one of its table')
    WHERE EXISTS (SELECT 1 FROM tournaments_link WHERE table_id = NEW.table_id AND id > NEW.id);
END;

CREATE TRIGGER book_link_update BEFORE UPDATE ON tournaments_link
BEGIN
    SELECT RAISE(ABORT, 'book: a link is never changed');
END;

CREATE TRIGGER book_link_delete BEFORE DELETE ON tournaments_link
BEGIN
    SELECT RAISE(ABORT, 'book: a link is never removed');
END;

CREATE TRIGGER book_reason_insert BEFORE INSERT ON tournaments_reason
BEGIN
    SELECT RAISE(ABORT, 'book: this record is sealed')
    WHERE EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id)
       OR EXISTS (SELECT 1 FROM tournaments_reason WHERE record_id = NEW.record_id);
END;

CREATE TRIGGER book_reason_update BEFORE UPDATE ON tournaments_reason
BEGIN
    SELECT RAISE(ABORT, 'book: a reason is never changed');
END;

CREATE TRIGGER book_record_types BEFORE INSERT ON tournaments_record
BEGIN
    SELECT RAISE(ABORT, 'book: a number is an integer, a word is text')
    WHERE typeof(NEW.table_id) <> 'integer'
       OR typeof(NEW.number) <> 'integer' OR NEW.number NOT BETWEEN 1 AND 2147483647
       OR typeof(NEW.position) <> 'integer' OR NEW.position NOT BETWEEN 1 AND 2147483647
       OR typeof(NEW.cause) NOT IN ('integer', 'null') OR typeof(NEW.body) NOT IN ('text', 'null')
       OR typeof(NEW.kind) <> 'text' OR typeof(NEW."key") <> 'text' OR typeof(NEW.digest) <> 'text'
       OR typeof(NEW.by) <> 'text' OR typeof(NEW.at) <> 'text';
END;

CREATE TRIGGER book_record_linked AFTER INSERT ON tournaments_record
BEGIN
    SELECT RAISE(ABORT, 'book: a record has its link in the chain')
    WHERE NOT EXISTS (SELECT 1 FROM tournaments_link WHERE record_id = NEW.id AND table_id = NEW.table_id);
    SELECT RAISE(ABORT, 'book: in fiches a line is what the postings move')
    FROM tournaments_table AS played
    JOIN tournaments_round AS round ON round.id = played.round_id
    JOIN tournaments_event AS event ON event.id = round.event_id
    WHERE played.id = NEW.table_id AND event.game = 'brusquembille'
    AND EXISTS (
        SELECT 1 FROM (
            SELECT seat.position AS place, line.net AS moved
            FROM tournaments_line AS line JOIN tournaments_seat AS seat ON seat.id = line.seat_id
            WHERE line.record_id = NEW.id
            UNION ALL
            SELECT CAST(posting.account AS INTEGER), -posting.jetons FROM tournaments_posting AS posting
            WHERE posting.record_id = NEW.id AND posting.account NOT IN ('pot', 'bank') AND posting.transfer NOT IN (
                SELECT transfer FROM tournaments_posting WHERE record_id = NEW.id AND account = 'bank'
            )
        ) GROUP BY place HAVING SUM(moved) <> 0
    )
    AND NOT EXISTS (
        SELECT 1 FROM tournaments_record
        WHERE table_id = NEW.table_id AND number = NEW.cause AND kind = 'rules'
    )
    AND 'fiches' = (
        SELECT COALESCE(
            json_extract(rules, '$.options.mode'),
            CASE json_extract(rules, '$.preset') WHEN 'aux-points' THEN 'points' ELSE 'fiches' END
        ) FROM (SELECT COALESCE(
            (SELECT body FROM tournaments_record WHERE table_id = NEW.table_id AND kind = 'rules' AND number < NEW.number
             ORDER BY number DESC LIMIT 1),
            (SELECT stage.value FROM json_each(event.stages) AS stage
             WHERE json_extract(stage.value, '$.since') <= round.n
             ORDER BY json_extract(stage.value, '$.since') DESC LIMIT 1),
            json_object('preset', event.preset, 'options', json(event.options))
        ) AS rules)
    );
END;

CREATE TRIGGER book_posting_types BEFORE INSERT ON tournaments_posting
BEGIN
    SELECT RAISE(ABORT, 'book: a number is an integer, a word is text')
    WHERE typeof(NEW.record_id) <> 'integer' OR typeof(NEW.account) <> 'text' OR typeof(NEW.rule) <> 'text'
       OR typeof(NEW.transfer) <> 'integer' OR NEW.transfer NOT BETWEEN 0 AND 32767
       OR typeof(NEW.jetons) <> 'integer' OR NEW.jetons NOT BETWEEN -2147483647 AND 2147483647;
END;

CREATE TRIGGER book_line_types BEFORE INSERT ON tournaments_line
BEGIN
    SELECT RAISE(ABORT, 'book: a number is an integer')
    WHERE typeof(NEW.record_id) <> 'integer' OR typeof(NEW.seat_id) <> 'integer'
       OR typeof(NEW.net) <> 'integer' OR NEW.net NOT BETWEEN -2147483647 AND 2147483647
       OR typeof(NEW.points) <> 'integer' OR NEW.points NOT BETWEEN -2147483647 AND 2147483647
       OR typeof(NEW.coups) <> 'integer' OR NEW.coups NOT BETWEEN -32768 AND 32767
       OR typeof(NEW.coups_won) <> 'integer' OR NEW.coups_won NOT BETWEEN -32768 AND 32767
       OR typeof(NEW.brusquembilles_won) <> 'integer' OR NEW.brusquembilles_won NOT BETWEEN -32768 AND 32767
       OR typeof(NEW.brusquembilles_lost) <> 'integer' OR NEW.brusquembilles_lost NOT BETWEEN -32768 AND 32767;
END;

CREATE TRIGGER book_seat_insert BEFORE INSERT ON tournaments_seat
BEGIN
    SELECT RAISE(ABORT, 'book: this seat exists already')
    WHERE EXISTS (SELECT 1 FROM tournaments_seat WHERE id = NEW.id)
       OR EXISTS (
        SELECT 1 FROM tournaments_seat
        WHERE table_id = NEW.table_id AND position = NEW.position AND since = NEW.since
    );
    SELECT RAISE(ABORT, 'book: a number is an integer')
    WHERE typeof(NEW.table_id) <> 'integer' OR typeof(NEW.entry_id) <> 'integer'
       OR typeof(NEW.position) <> 'integer' OR typeof(NEW.since) <> 'integer';
END;

CREATE TRIGGER book_seat_update BEFORE UPDATE ON tournaments_seat
WHEN EXISTS (SELECT 1 FROM tournaments_line WHERE seat_id = OLD.id)
BEGIN
    SELECT RAISE(ABORT, 'book: a seat that a line names stays where it is')
    WHERE NEW.id IS NOT OLD.id OR NEW.table_id IS NOT OLD.table_id
       OR NEW.position IS NOT OLD.position OR NEW.since IS NOT OLD.since;
    SELECT RAISE(ABORT, 'book: another player sits there only once a link says so')
    WHERE NEW.entry_id IS NOT OLD.entry_id AND NOT EXISTS (
        SELECT 1 FROM tournaments_link
        WHERE id = (SELECT MAX(id) FROM tournaments_link WHERE table_id = OLD.table_id)
        AND seat_id = OLD.id AND was = OLD.entry_id AND entry = NEW.entry_id
    );
END;

CREATE TRIGGER book_seat_delete BEFORE DELETE ON tournaments_seat
WHEN EXISTS (SELECT 1 FROM tournaments_line WHERE seat_id = OLD.id)
BEGIN
    SELECT RAISE(ABORT, 'book: a seat that a line names is never removed');
END;

CREATE TRIGGER book_table_update BEFORE UPDATE ON tournaments_table
WHEN (NEW.id IS NOT OLD.id OR NEW.round_id IS NOT OLD.round_id OR NEW.n IS NOT OLD.n OR NEW.sides IS NOT OLD.sides)
 AND EXISTS (SELECT 1 FROM tournaments_record WHERE table_id = OLD.id)
BEGIN
    SELECT RAISE(ABORT, 'book: a table with records stays where it is');
END;

CREATE TRIGGER book_table_delete BEFORE DELETE ON tournaments_table
WHEN EXISTS (SELECT 1 FROM tournaments_record WHERE table_id = OLD.id)
BEGIN
    SELECT RAISE(ABORT, 'book: a table with records is never removed');
END;

CREATE TRIGGER book_round_update BEFORE UPDATE ON tournaments_round
WHEN (NEW.id IS NOT OLD.id OR NEW.event_id IS NOT OLD.event_id OR NEW.n IS NOT OLD.n) AND EXISTS (
    SELECT 1 FROM tournaments_record AS record JOIN tournaments_table AS played ON played.id = record.table_id
    WHERE played.round_id = OLD.id
)
BEGIN
    SELECT RAISE(ABORT, 'book: a round with records stays where it is');
END;

CREATE TRIGGER book_event_update BEFORE UPDATE ON tournaments_event
WHEN (NEW.id IS NOT OLD.id OR NEW.game IS NOT OLD.game) AND EXISTS (
    SELECT 1 FROM tournaments_record AS record
    JOIN tournaments_table AS played ON played.id = record.table_id
    JOIN tournaments_round AS round ON round.id = played.round_id WHERE round.event_id = OLD.id
)
BEGIN
    SELECT RAISE(ABORT, 'book: a tournament with records keeps its game');
END;
