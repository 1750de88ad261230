"""The tasks that `make` runs: set up the program, start it, check it.

They run on the system's own Python with the standard library alone, before anything is installed. They know files,
processes and addresses, and reach Django only through `manage.py`.
"""
