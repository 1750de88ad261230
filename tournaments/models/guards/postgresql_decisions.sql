-- What PostgreSQL refuses since decisions beside the book have links too: one that does not hold the digest of the link
-- before it of the same row, one put in before it, a state that is no digest.

CREATE FUNCTION book_decision_insert() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF length(NEW.state) NOT IN (0, 64) OR length(NEW.reason) NOT IN (0, 64) THEN
        RAISE EXCEPTION 'book: a decision is of one row, its state a digest or nothing'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.previous <> (
        SELECT digest FROM tournaments_link WHERE part = NEW.part AND subject = NEW.subject ORDER BY id DESC LIMIT 1
    ) THEN
        RAISE EXCEPTION 'book: a link holds the digest of the one before it'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_link WHERE part = NEW.part AND subject = NEW.subject AND id > NEW.id
    ) THEN
        RAISE EXCEPTION 'book: a link is the last one of its row' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER book_decision_insert BEFORE INSERT ON tournaments_link
FOR EACH ROW WHEN ((new.part IS NOT NULL)) EXECUTE FUNCTION book_decision_insert();

ALTER TABLE tournaments_link ENABLE ALWAYS TRIGGER book_decision_insert;
