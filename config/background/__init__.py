"""What runs beside the server: one table of what runs when (`kinds`), the jobs that were asked for (`jobs`), and the
keeper that starts them (`keeper`). It knows commands of `manage.py` by name, no page and no table; standard library
only."""
