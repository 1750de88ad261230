-- What SQLite refuses: a change, a removal or a replacement of anything in the book, a record that is not the next of
-- its table, postings that do not balance, and whatever comes after the record that seals it.
-- Postings and lines go in first (their foreign key waits for the commit), their record last.
-- REPLACE walks through delete triggers, so each insert first refuses what exists already.
-- Deeds, the log beside the book, are append-only like it.

CREATE TRIGGER book_record_insert BEFORE INSERT ON tournaments_record
BEGIN
    SELECT RAISE(ABORT, 'book: this record exists already')
    WHERE EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.id)
       OR EXISTS (SELECT 1 FROM tournaments_record WHERE table_id = NEW.table_id AND number = NEW.number)
       OR EXISTS (SELECT 1 FROM tournaments_record WHERE table_id = NEW.table_id AND "key" = NEW."key");
    SELECT RAISE(ABORT, 'book: a table''s records are numbered without a gap')
    WHERE NEW.number IS NOT
        1 + (SELECT COALESCE(MAX(number), 0) FROM tournaments_record WHERE table_id = NEW.table_id);
END;

CREATE TRIGGER book_record_seal AFTER INSERT ON tournaments_record
BEGIN
    SELECT RAISE(ABORT, 'book: a transfer is two postings that sum to zero')
    WHERE EXISTS (
        SELECT 1 FROM tournaments_posting WHERE record_id = NEW.id
        GROUP BY transfer HAVING SUM(jetons) <> 0 OR COUNT(*) <> 2
    );
    SELECT RAISE(ABORT, 'book: an account is a place of the table, its pot or the bank')
    WHERE EXISTS (
        SELECT 1 FROM tournaments_posting AS posting
        WHERE posting.record_id = NEW.id AND posting.account NOT IN ('pot', 'bank') AND NOT EXISTS (
            SELECT 1 FROM tournaments_seat AS seat
            WHERE seat.table_id = NEW.table_id AND CAST(seat.position AS TEXT) = posting.account
        )
    );
    SELECT RAISE(ABORT, 'book: a line is for a sitter of the table')
    WHERE EXISTS (
        SELECT 1 FROM tournaments_line AS line
        WHERE line.record_id = NEW.id AND NOT EXISTS (
            SELECT 1 FROM tournaments_seat AS seat WHERE seat.id = line.seat_id AND seat.table_id = NEW.table_id
        )
    );
END;

CREATE TRIGGER book_record_update BEFORE UPDATE ON tournaments_record
BEGIN
    SELECT RAISE(ABORT, 'book: a record is never changed');
END;

CREATE TRIGGER book_record_delete BEFORE DELETE ON tournaments_record
BEGIN
    SELECT RAISE(ABORT, 'book: a record is never removed');
END;

CREATE TRIGGER book_posting_insert BEFORE INSERT ON tournaments_posting
BEGIN
    SELECT RAISE(ABORT, 'book: this record is sealed')
    WHERE EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id);
    SELECT RAISE(ABORT, 'book: this posting exists already')
    WHERE EXISTS (SELECT 1 FROM tournaments_posting WHERE id = NEW.id)
       OR EXISTS (
        SELECT 1 FROM tournaments_posting
        WHERE record_id = NEW.record_id AND transfer = NEW.transfer AND account = NEW.account
    );
END;

CREATE TRIGGER book_posting_update BEFORE UPDATE ON tournaments_posting
BEGIN
    SELECT RAISE(ABORT, 'book: a posting is never changed');
END;

CREATE TRIGGER book_posting_delete BEFORE DELETE ON tournaments_posting
BEGIN
    SELECT RAISE(ABORT, 'book: a posting is never removed');
END;

CREATE TRIGGER book_line_insert BEFORE INSERT ON tournaments_line
BEGIN
    SELECT RAISE(ABORT, 'book: this record is sealed')
    WHERE EXISTS (SELECT 1 FROM tournaments_record WHERE id = NEW.record_id);
    SELECT RAISE(ABORT, 'book: this line exists already')
    WHERE EXISTS (SELECT 1 FROM tournaments_line WHERE id = NEW.id)
       OR EXISTS (SELECT 1 FROM tournaments_line WHERE record_id = NEW.record_id AND seat_id = NEW.seat_id);
END;

CREATE TRIGGER book_line_update BEFORE UPDATE ON tournaments_line
BEGIN
    SELECT RAISE(ABORT, 'book: a line is never changed');
END;

CREATE TRIGGER book_line_delete BEFORE DELETE ON tournaments_line
BEGIN
    SELECT RAISE(ABORT, 'book: a line is never removed');
END;

CREATE TRIGGER book_deed_insert BEFORE INSERT ON tournaments_deed
BEGIN
    SELECT RAISE(ABORT, 'book: this deed exists already')
    WHERE EXISTS (SELECT 1 FROM tournaments_deed WHERE id = NEW.id);
END;

CREATE TRIGGER book_deed_update BEFORE UPDATE ON tournaments_deed
BEGIN
    SELECT RAISE(ABORT, 'book: a deed is never changed');
END;

CREATE TRIGGER book_deed_delete BEFORE DELETE ON tournaments_deed
BEGIN
    SELECT RAISE(ABORT, 'book: a deed is never removed');
END;
