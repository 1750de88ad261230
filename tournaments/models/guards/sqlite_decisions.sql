-- What SQLite refuses since decisions beside the book have links too: one that does not hold the digest of the link before
-- it of the same row, one put in before it, a state that is no digest.

CREATE TRIGGER book_decision_insert BEFORE INSERT ON tournaments_link WHEN NEW.part IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'book: a decision is of one row, its state a digest or nothing')
    WHERE typeof(NEW.part) <> 'text' OR typeof(NEW.subject) <> 'integer'
       OR typeof(NEW.event_id) NOT IN ('integer', 'null')
       OR typeof(NEW.state) <> 'text' OR length(NEW.state) NOT IN (0, 64)
       OR typeof(NEW.reason) <> 'text' OR length(NEW.reason) NOT IN (0, 64);
    SELECT RAISE(ABORT, 'book: a link holds the digest of the one before it')
    WHERE NEW.previous <> (
        SELECT digest FROM tournaments_link WHERE part = NEW.part AND subject = NEW.subject ORDER BY id DESC LIMIT 1
    );
END;

CREATE TRIGGER book_decision_last AFTER INSERT ON tournaments_link WHEN NEW.part IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'book: a link is the last one of its row')
    WHERE EXISTS (
        SELECT 1 FROM tournaments_link WHERE part = NEW.part AND subject = NEW.subject AND id > NEW.id
    );
END;
