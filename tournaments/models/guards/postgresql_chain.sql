-- What PostgreSQL refuses since the book has a chain: a record without its link, a link that does not hold the digest
-- of the one before it, a line of a table in fiches that its postings do not give, another player at a seat that a line
-- names (unless a link has said so first), another place for a table with records.
-- A link and a reason go in before their record, as postings and lines do. A reason may be deleted, and never changed.

CREATE FUNCTION book_link_insert() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'book: written under READ COMMITTED only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(1651470187, (NEW.record_id % 256)::integer) WHERE NEW.record_id IS NOT NULL;
    PERFORM 1 FROM tournaments_table WHERE id = NEW.table_id FOR NO KEY UPDATE;
    IF EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id) THEN
        RAISE EXCEPTION 'book: this record is sealed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF length(NEW.digest) <> 64 OR length(NEW.previous) <> 64 OR length(NEW.beside) NOT IN (0, 64) THEN
        RAISE EXCEPTION 'book: a digest is 64 letters' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.previous <> (
        SELECT digest FROM tournaments_link WHERE table_id = NEW.table_id ORDER BY id DESC LIMIT 1
    ) THEN
        RAISE EXCEPTION 'book: a link holds the digest of the one before it'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM tournaments_link WHERE table_id = NEW.table_id AND id > NEW.id) THEN
        RAISE EXCEPTION 'book: a link is the last one of its table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION book_record_linked() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM tournaments_link WHERE record_id = NEW.id AND table_id = NEW.table_id) THEN
        RAISE EXCEPTION 'book: a record has its link in the chain' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_table AS played
        JOIN tournaments_round AS round ON round.id = played.round_id
        JOIN tournaments_event AS event ON event.id = round.event_id
        CROSS JOIN LATERAL (SELECT COALESCE(
            (SELECT body FROM tournaments_record WHERE table_id = NEW.table_id AND kind = 'rules'
             AND number < NEW.number ORDER BY number DESC LIMIT 1),
            (SELECT stage FROM jsonb_array_elements(event.stages) AS stage WHERE (stage->>'since')::integer <= round.n
             ORDER BY (stage->>'since')::integer DESC LIMIT 1),
            jsonb_build_object('preset', event.preset, 'options', event.options)
        ) AS rules) AS chosen
        WHERE played.id = NEW.table_id AND event.game = 'brusquembille'
        AND 'fiches' = COALESCE(
            rules->'options'->>'mode', CASE rules->>'preset' WHEN 'aux-points' THEN 'points' ELSE 'fiches' END
        )
    ) AND NOT EXISTS (
        SELECT 1 FROM tournaments_record
        WHERE table_id = NEW.table_id AND number = NEW.cause AND kind = 'rules'
    ) AND EXISTS (
        SELECT 1 FROM (
            SELECT seat.position::text AS place, line.net AS moved
            FROM tournaments_line AS line JOIN tournaments_seat AS seat ON seat.id = line.seat_id
            WHERE line.record_id = NEW.id
            UNION ALL
            SELECT posting.account, -posting.jetons FROM tournaments_posting AS posting
            WHERE posting.record_id = NEW.id AND posting.account NOT IN ('pot', 'bank') AND posting.transfer NOT IN (
                SELECT transfer FROM tournaments_posting WHERE record_id = NEW.id AND account = 'bank'
            )
        ) AS moves GROUP BY place HAVING SUM(moved) <> 0
    ) THEN
        RAISE EXCEPTION 'book: in fiches a line is what the postings move'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION book_seat_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM tournaments_line WHERE seat_id = OLD.id) THEN
        RETURN COALESCE(NEW, OLD);
    END IF;
    IF TG_OP = 'DELETE' OR (NEW.id, NEW.table_id, NEW.position, NEW.since) IS DISTINCT FROM
       (OLD.id, OLD.table_id, OLD.position, OLD.since) THEN
        RAISE EXCEPTION 'book: a seat that a line names stays where it is'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.entry_id <> OLD.entry_id AND NOT EXISTS (
        SELECT 1 FROM tournaments_link
        WHERE id = (SELECT MAX(id) FROM tournaments_link WHERE table_id = OLD.table_id)
        AND seat_id = OLD.id AND was = OLD.entry_id AND entry = NEW.entry_id
    ) THEN
        RAISE EXCEPTION 'book: another player sits there only once a link says so'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION book_table_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF (TG_OP = 'DELETE' OR (NEW.id, NEW.round_id, NEW.n, NEW.sides) IS DISTINCT FROM
        (OLD.id, OLD.round_id, OLD.n, OLD.sides))
    AND EXISTS (SELECT 1 FROM tournaments_record WHERE table_id = OLD.id) THEN
        RAISE EXCEPTION 'book: a table with records stays where it is' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$;

CREATE FUNCTION book_round_update() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF (NEW.id, NEW.event_id, NEW.n) IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.n) AND EXISTS (
        SELECT 1 FROM tournaments_record AS record JOIN tournaments_table AS played ON played.id = record.table_id
        WHERE played.round_id = OLD.id
    ) THEN
        RAISE EXCEPTION 'book: a round with records stays where it is' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION book_event_update() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF (NEW.id, NEW.game) IS DISTINCT FROM (OLD.id, OLD.game) AND EXISTS (
        SELECT 1 FROM tournaments_record AS record
        JOIN tournaments_table AS played ON played.id = record.table_id
        JOIN tournaments_round AS round ON round.id = played.round_id WHERE round.event_id = OLD.id
    ) THEN
        RAISE EXCEPTION 'book: a tournament with records keeps its game'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION book_link_sealed() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF NEW.record_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id) THEN
        RAISE EXCEPTION 'book: no record seals this link' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER book_link_insert BEFORE INSERT ON tournaments_link
FOR EACH ROW EXECUTE FUNCTION book_link_insert();

CREATE CONSTRAINT TRIGGER book_link_sealed AFTER INSERT ON tournaments_link DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION book_link_sealed();

CREATE TRIGGER book_link_change BEFORE DELETE OR UPDATE ON tournaments_link
FOR EACH ROW EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_link_truncate BEFORE TRUNCATE ON tournaments_link
FOR EACH STATEMENT EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_reason_insert BEFORE INSERT ON tournaments_reason
FOR EACH ROW EXECUTE FUNCTION book_part_insert();

CREATE CONSTRAINT TRIGGER book_reason_sealed AFTER INSERT ON tournaments_reason DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION book_part_sealed();

CREATE TRIGGER book_reason_update BEFORE UPDATE ON tournaments_reason
FOR EACH ROW EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_record_linked AFTER INSERT ON tournaments_record
FOR EACH ROW EXECUTE FUNCTION book_record_linked();

CREATE TRIGGER book_seat_change BEFORE DELETE OR UPDATE ON tournaments_seat
FOR EACH ROW EXECUTE FUNCTION book_seat_change();

CREATE TRIGGER book_table_change BEFORE DELETE OR UPDATE ON tournaments_table
FOR EACH ROW EXECUTE FUNCTION book_table_change();

CREATE TRIGGER book_round_update BEFORE UPDATE ON tournaments_round
FOR EACH ROW EXECUTE FUNCTION book_round_update();

CREATE TRIGGER book_event_update BEFORE UPDATE ON tournaments_event
FOR EACH ROW EXECUTE FUNCTION book_event_update();

ALTER TABLE tournaments_link ENABLE ALWAYS TRIGGER book_link_insert;
ALTER TABLE tournaments_link ENABLE ALWAYS TRIGGER book_link_sealed;
ALTER TABLE tournaments_link ENABLE ALWAYS TRIGGER book_link_change;
ALTER TABLE tournaments_link ENABLE ALWAYS TRIGGER book_link_truncate;
ALTER TABLE tournaments_reason ENABLE ALWAYS TRIGGER book_reason_insert;
ALTER TABLE tournaments_reason ENABLE ALWAYS TRIGGER book_reason_sealed;
ALTER TABLE tournaments_reason ENABLE ALWAYS TRIGGER book_reason_update;
ALTER TABLE tournaments_record ENABLE ALWAYS TRIGGER book_record_linked;
ALTER TABLE tournaments_seat ENABLE ALWAYS TRIGGER book_seat_change;
ALTER TABLE tournaments_table ENABLE ALWAYS TRIGGER book_table_change;
ALTER TABLE tournaments_round ENABLE ALWAYS TRIGGER book_round_update;
ALTER TABLE tournaments_event ENABLE ALWAYS TRIGGER book_event_update;
