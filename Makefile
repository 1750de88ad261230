# The two commands:  make run   serves Corbillon here, to this machine and to the hall's phones
#                    make test  checks everything
# Both first fetch what they need; the second time they need no network.
#   make run PORT=8010             another port
#   make run ADDRESS=192.168.1.20  the address phones use, where this machine has several
#   make test ONLY=scoring         the tests of one room alone: a folder of tests/, js, or a word in their names
#   make check                     lint, formats, types, templates and imports: no test, under a minute
.DEFAULT_GOAL := help
.PHONY: help setup run test check test-book attack bench profile docs lock built messages

PORT ?=
ADDRESS ?=
ONLY ?=
PAGE ?=
export CORBILLON_PORT := $(PORT)
export CORBILLON_ADDRESS := $(ADDRESS)
export CORBILLON_ONLY := $(ONLY)
export CORBILLON_PAGE := $(PAGE)
SETUP = @command -v python3 >/dev/null || { echo "Installez d’abord Python 3.11 : apt install python3 python3-pip" >&2; \
	echo "Python 3.11 must be installed first: apt install python3 python3-pip" >&2; exit 1; }; \
	exec python3 -B -m tasks

help:
	@sed -n 's/^# \{0,1\}//p' Makefile

setup: ## prepares without starting
	$(SETUP) setup

run:
	$(SETUP) run

test:
	$(SETUP) test

check:
	$(SETUP) check

test-book: ## the book's tests alone, on PostgreSQL
	$(SETUP) test-book

attack: ## tries the attacks that docs/security.md lists, in some minutes
	$(SETUP) attack

bench: ## each benchmark against a named rival
	$(SETUP) bench

profile: ## where the time of one page goes: PAGE=draw, rounds, standings, board, overview, coup, or an address
	$(SETUP) profile

docs: ## takes the documents' pictures and builds their site in dist/docs
	$(SETUP) docs

lock: ## pyproject.toml to requirements/*.txt
	$(SETUP) lock

built: ## makes the files in built/ anew, of what they are made of
	$(SETUP) built

messages: ## collects the words to translate, and compiles the translations
	$(SETUP) messages
