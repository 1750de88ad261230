#!/bin/sh
# Restore the database as it was at a time, from a base backup and the archived log, as a PostgreSQL server of its own beside the
# federation's. BASE: the folder of the base backup, which becomes the server's; ARCHIVE: the folder of the log; TIME: as 2026-05-03
# 21:14:00+02; HOST and PORT: where the new server listens; BIN: PostgreSQL's programs. benchmarks/federation.py runs it.
#
# The base backup is made now and then, once a day, from any machine that the primary lets in:
#     pg_basebackup --host=… --port=… --username=replicator --pgdata=BASE --checkpoint=fast --wal-method=none
set -eu
cat >> "$BASE/postgresql.auto.conf" <<END
restore_command = 'cp "$ARCHIVE/%f" "%p"'
recovery_target_time = '$TIME'
recovery_target_action = 'promote'
archive_mode = off
synchronous_standby_names = ''
END
rm -f "$BASE/standby.signal"
touch "$BASE/recovery.signal"
"$BIN/pg_ctl" start --pgdata="$BASE" --log="$BASE/log" --wait --timeout=600 \
    --options="-c listen_addresses=$HOST -c port=$PORT -c unix_socket_directories=$BASE -c hba_file=$BASE/pg_hba.conf"
