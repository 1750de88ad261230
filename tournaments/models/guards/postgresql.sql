-- What PostgreSQL refuses: a change, a removal or a truncation of anything in the book, a record that is not the next
-- of its table, postings that do not balance, and whatever comes after the record that seals it.
-- Postings and lines go in first (their foreign key waits for the commit), their record last.
-- ENABLE ALWAYS: the guards stand under session_replication_role = replica too. The foreign keys do not, so
-- book_posting_sealed and book_line_sealed ask once more, at the commit, that each posting and line has its record.
-- A part and its seal take one lock (1651470187 is "book"), so that no part slips in from another transaction meanwhile.
-- Deeds, the log beside the book, are append-only like it.
-- Each function names where it looks, temporary tables last: else a temporary table of the same name would be asked.
-- A snapshot older than that lock would hide what others have sealed: only READ COMMITTED may write the book.

CREATE FUNCTION book_refuse() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'book: % refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION book_record_insert() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'book: written under READ COMMITTED only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(1651470187, (NEW.id % 256)::integer);
    PERFORM 1 FROM tournaments_table WHERE id = NEW.table_id FOR NO KEY UPDATE;
    IF NEW.number <> 1 + (SELECT COALESCE(MAX(number), 0) FROM tournaments_record WHERE table_id = NEW.table_id) THEN
        RAISE EXCEPTION 'book: a table''s records are numbered without a gap'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION book_record_seal() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM tournaments_posting WHERE record_id = NEW.id
        GROUP BY transfer HAVING SUM(jetons) <> 0 OR COUNT(*) <> 2
    ) THEN
        RAISE EXCEPTION 'book: a transfer is two postings that sum to zero'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_posting AS posting
        WHERE posting.record_id = NEW.id AND posting.account NOT IN ('pot', 'bank') AND NOT EXISTS (
            SELECT 1 FROM tournaments_seat AS seat
            WHERE seat.table_id = NEW.table_id AND seat.position::text = posting.account
        )
    ) THEN
        RAISE EXCEPTION 'book: an account is a place of the table, its pot or the bank'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_line AS line
        WHERE line.record_id = NEW.id AND NOT EXISTS (
            SELECT 1 FROM tournaments_seat AS seat WHERE seat.id = line.seat_id AND seat.table_id = NEW.table_id
        )
    ) THEN
        RAISE EXCEPTION 'book: a line is for a sitter of the table'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION book_part_insert() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'book: written under READ COMMITTED only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(1651470187, (NEW.record_id % 256)::integer);
    IF EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id) THEN
        RAISE EXCEPTION 'book: this record is sealed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION book_part_sealed() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id) THEN
        RAISE EXCEPTION 'book: no record seals this %', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER book_record_insert BEFORE INSERT ON tournaments_record
FOR EACH ROW EXECUTE FUNCTION book_record_insert();

CREATE TRIGGER book_record_seal AFTER INSERT ON tournaments_record
FOR EACH ROW EXECUTE FUNCTION book_record_seal();

CREATE TRIGGER book_record_change BEFORE DELETE OR UPDATE ON tournaments_record
FOR EACH ROW EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_record_truncate BEFORE TRUNCATE ON tournaments_record
FOR EACH STATEMENT EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_posting_insert BEFORE INSERT ON tournaments_posting
FOR EACH ROW EXECUTE FUNCTION book_part_insert();

CREATE CONSTRAINT TRIGGER book_posting_sealed AFTER INSERT ON tournaments_posting DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION book_part_sealed();

CREATE TRIGGER book_posting_change BEFORE DELETE OR UPDATE ON tournaments_posting
FOR EACH ROW EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_posting_truncate BEFORE TRUNCATE ON tournaments_posting
FOR EACH STATEMENT EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_line_insert BEFORE INSERT ON tournaments_line
FOR EACH ROW EXECUTE FUNCTION book_part_insert();

CREATE CONSTRAINT TRIGGER book_line_sealed AFTER INSERT ON tournaments_line DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION book_part_sealed();

CREATE TRIGGER book_line_change BEFORE DELETE OR UPDATE ON tournaments_line
FOR EACH ROW EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_line_truncate BEFORE TRUNCATE ON tournaments_line
FOR EACH STATEMENT EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_deed_change BEFORE DELETE OR UPDATE ON tournaments_deed
FOR EACH ROW EXECUTE FUNCTION book_refuse();

CREATE TRIGGER book_deed_truncate BEFORE TRUNCATE ON tournaments_deed
FOR EACH STATEMENT EXECUTE FUNCTION book_refuse();

ALTER TABLE tournaments_record ENABLE ALWAYS TRIGGER book_record_insert;
ALTER TABLE tournaments_record ENABLE ALWAYS TRIGGER book_record_seal;
ALTER TABLE tournaments_record ENABLE ALWAYS TRIGGER book_record_change;
ALTER TABLE tournaments_record ENABLE ALWAYS TRIGGER book_record_truncate;
ALTER TABLE tournaments_posting ENABLE ALWAYS TRIGGER book_posting_insert;
ALTER TABLE tournaments_posting ENABLE ALWAYS TRIGGER book_posting_sealed;
ALTER TABLE tournaments_posting ENABLE ALWAYS TRIGGER book_posting_change;
ALTER TABLE tournaments_posting ENABLE ALWAYS TRIGGER book_posting_truncate;
ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_insert;
ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_sealed;
ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_change;
ALTER TABLE tournaments_line ENABLE ALWAYS TRIGGER book_line_truncate;
ALTER TABLE tournaments_deed ENABLE ALWAYS TRIGGER book_deed_change;
ALTER TABLE tournaments_deed ENABLE ALWAYS TRIGGER book_deed_truncate;
