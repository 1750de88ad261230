"""gunicorn's configuration: `python -m gunicorn --config config/gunicorn.py config.wsgi`; CORBILLON_BIND: addresses.

One process with threads: SQLite has one writer anyway, and a club evening is some forty phones.
"""

import os
import sys

# A thread that renders a long page yields sooner to one that writes a coup, which waits for the database many times.
sys.setswitchinterval(0.0005)

bind = os.environ.get("CORBILLON_BIND", "127.0.0.1:8000").split(",")
worker_class = "gthread"
workers = int(os.environ.get("CORBILLON_WORKERS", "1"))
threads = int(os.environ.get("CORBILLON_THREADS", "8"))
timeout = 60
graceful_timeout = 10
keepalive = 15
limit_request_line = 4094
loglevel = "warning"
accesslog = None  # a URL typed at a table may reveal whose it is
control_socket_disable = True
