-- What several servers share: jobs and their documents, who starts them, the cache, how the backups stand, the last errors, a digest of the keys,
-- and what is kept of the places that clubs' sites are sent to. No model stands for these tables, and no backup of ours holds them. On SQLite all of it lies in
-- the var folder. The cached parts of pages are in no log and on no replica: a new primary begins without them. What tells
-- a form that was sent twice must be on every replica, and is.

CREATE TABLE IF NOT EXISTS tournaments_job (
    key varchar(80) PRIMARY KEY, kind varchar(20) NOT NULL, tournament_id bigint, arguments text NOT NULL,
    details text NOT NULL, is_calm boolean NOT NULL, asked_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(), state varchar(10) NOT NULL DEFAULT 'waiting',
    tries integer NOT NULL DEFAULT 0, done integer NOT NULL DEFAULT 0, steps integer NOT NULL DEFAULT 0,
    failure text NOT NULL DEFAULT '', result bytea
);
CREATE INDEX IF NOT EXISTS tournaments_job_waiting ON tournaments_job (kind, state);
CREATE TABLE IF NOT EXISTS tournaments_keeper (
    id integer PRIMARY KEY CHECK (id = 1), holder varchar(40) NOT NULL, kinds text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT clock_timestamp(), heard_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE IF NOT EXISTS tournaments_cache (
    cache_key varchar(255) PRIMARY KEY, value text NOT NULL, expires timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS tournaments_cache_expires ON tournaments_cache (expires);
CREATE UNLOGGED TABLE IF NOT EXISTS tournaments_cached_part (
    cache_key varchar(255) PRIMARY KEY, value text NOT NULL, expires timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS tournaments_cached_part_expires ON tournaments_cached_part (expires);
CREATE TABLE IF NOT EXISTS tournaments_target_file (
    target varchar(80) NOT NULL, name varchar(20) NOT NULL, content bytea NOT NULL,
    written_at timestamptz NOT NULL, PRIMARY KEY (target, name)
);
CREATE TABLE IF NOT EXISTS tournaments_backup_state (id integer PRIMARY KEY CHECK (id = 1), state text NOT NULL);
CREATE TABLE IF NOT EXISTS tournaments_keys (id integer PRIMARY KEY CHECK (id = 1), digest varchar(64) NOT NULL);
CREATE TABLE IF NOT EXISTS tournaments_error (id bigserial PRIMARY KEY, told text NOT NULL);
