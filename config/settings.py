"""Django settings: read from the environment, with safe defaults; SQLite unless DATABASE_URL is set.

`docs/deploying.md` lists every variable that is read here.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.functional import SimpleLazyObject

from config import sqlite
from config.late_methods import compile_methods_late
from config.secret import read_or_create_key
from config.system_calls import find_time_zone
from config.version import compute_fingerprint

compile_methods_late()  # before the program's modules are loaded
env = environ.Env()
env.ENVIRON = {name: value for name, value in os.environ.items() if value}  # an empty one counts as not set

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("CORBILLON_VAR", default=str(BASE_DIR / "var")))

# Plain http is the normal case: a laptop and phones on a hall's Wi-Fi. CORBILLON_HTTPS says that a server with a
# certificate stands in front.
HTTPS = env.bool("CORBILLON_HTTPS", default=False)
DEBUG = env.bool("CORBILLON_DEBUG", default=False)
_GIVEN_KEY = env.str("CORBILLON_SECRET_KEY", default="")
# Two keys. Printed codes and papers hang on the first, which every backup carries; sessions and signed cookies on the
# second, which none does: whoever holds a backup cannot make a session of it.
PRINTED_KEY_FILE = None if _GIVEN_KEY else VAR_DIR / "secret.key"
PRINTED_KEY = read_or_create_key(PRINTED_KEY_FILE) if PRINTED_KEY_FILE else _GIVEN_KEY
SECRET_KEY = _GIVEN_KEY or read_or_create_key(VAR_DIR / "session.key")

# In a hall the laptop's address changes with the Wi-Fi, and no page builds a URL from the Host header (QR codes carry
# the stored address); on the internet the host names must be given.
ALLOWED_HOSTS = env.list("CORBILLON_HOSTS", default=["localhost"] if HTTPS else ["*"])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "config.tables_app.TablesConfig",
    "tournaments",
]
MIDDLEWARE = [
    "config.whole_stack.keep_frames_together",  # around all others
    "config.own_cookies.keep_own_cookies",  # before anything reads one
    "config.phone_middleware.note_phone_arrivals",
    "config.unindexed.ask_for_no_index",
    "config.other_sites.let_other_sites_read",  # whatever refuses a request below
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.private_pages.keep_account_pages_unstored",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.views.file_options.let_addresses_choose",
    "config.body_limit.limit_body_size",  # before anything reads a body
    "config.storage.pages.refuse_in_trouble",  # before anything asks the database
    "config.replica.choose_database",  # before anything answers what was shown before
    "tournaments.views.polled_parts.answer_polls_from_memory",
    "tournaments.views.publication_middleware.ask_after_publishing",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
_TAGS = (
    *("corbillon", "desk_frame", "fan", "form_faults", "groups", "icons", "narration", "open_graph", "passkeys"),
    *("club_face", "hall_messages", "prints", "rights", "row_tables"),
)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "built"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["tournaments.presentation.tags.dates"],
            "libraries": {name: f"tournaments.presentation.tags.{name}" for name in _TAGS},
        },
    }
]

# ── Database: no ATOMIC_REQUESTS, since every atomic block takes SQLite's single write lock at its start (IMMEDIATE)

# of libpq: a PostgreSQL server whose machine is lost is noticed, and whoever stands in its place found
NOTICED_WITHIN_SECONDS = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}


def _build_database_settings() -> dict[str, Any]:
    database: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'corbillon.sqlite3'}")
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database |= {"ENGINE": "config.sqlite", "OPTIONS": sqlite.OPTIONS | database.get("OPTIONS", {})}
    else:
        database["OPTIONS"] = NOTICED_WITHIN_SECONDS | database.get("OPTIONS", {})
    return {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True} | database


DATABASES = {"default": _build_database_settings()}
if env.str("DATABASE_REPLICA_URL", default="") and DATABASES["default"]["ENGINE"] != "config.sqlite":
    DATABASES["replica"] = DATABASES["default"] | env.db_url("DATABASE_REPLICA_URL")
    _SOON = {"connect_timeout": 2}  # the primary has what it lacks
    DATABASES["replica"]["OPTIONS"] = NOTICED_WITHIN_SECONDS | _SOON | DATABASES["replica"].get("OPTIONS", {})
    DATABASE_ROUTERS = ["config.replica.ReplicaRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── Caches: in files, which all processes of the server see; with PostgreSQL in tables, which all servers see


def _build_cache_settings(folder: str, table: str, entries: int) -> dict[str, Any]:
    if DATABASES["default"]["ENGINE"] == "config.sqlite":
        place = {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": str(VAR_DIR / "cache" / folder)}
    else:
        place = {"BACKEND": "config.shared_cache.TableCache", "LOCATION": f"tournaments_{table}"}
        entries *= 10  # of many clubs
    return {**place, "OPTIONS": {"MAX_ENTRIES": entries}}


CACHES = {
    "default": _build_cache_settings("default", "cache", 10_000),
    "parts": _build_cache_settings("parts", "cached_part", 800),
}

# ── Accounts: sign-up is closed, two-factor is optional; tries are counted by account and device, never by IP address

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/desk/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "tournaments.views.sign_in.ClosedSignupAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_NOTIFICATIONS = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = int(timedelta(minutes=10).total_seconds())  # then asked again
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no mail to an address that has no account, whoever types it
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Corbillon] "
ACCOUNT_FORMS = {
    "login": "tournaments.views.sign_in.SignInForm",
    "change_password": "tournaments.views.sign_in.CountedChangePasswordForm",
    "reset_password": "tournaments.views.sign_in.VerifiedResetForm",
    "reset_password_from_key": "tournaments.views.sign_in.NewPasswordForm",
}
ACCOUNT_RATE_LIMITS = {  # our own forms count in the database: who fills a cache pushes out what it counts
    "login": None,
    "login_failed": None,
    "signup": None,
    "change_password": None,
    "confirm_email": None,
    "manage_email": None,
    "reauthenticate": None,
    "reset_password": None,
    "reset_password_from_key": None,
    "request_login_code": "3/m/key",
    "verify_phone": None,
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ADAPTER = "tournaments.views.passkeys.PasskeyAdapter"
MFA_RATE_LIMITS = {"webauthn_login": None}  # nothing is guessed there, and a hall may share one IP address
MFA_TOTP_ISSUER = "Corbillon"
MFA_TOTP_TOLERANCE = 1  # the code before, for who types slowly, and the one after, for a clock that is ahead (RFC 6238)
MFA_FORMS = {
    "add_webauthn": "tournaments.views.passkey_pages.PasskeyForm",
    "authenticate": "tournaments.views.sign_in.SignInCodeForm",
    "reauthenticate": "tournaments.views.sign_in.ConfirmCodeForm",
}

# ── Mail: none unless a server is named; then passwords can be reset by mail

HAS_MAIL = bool(env.str("EMAIL_URL", default=""))
vars().update(env.email_url("EMAIL_URL", default="dummymail://"))
EMAIL_TIMEOUT = 20  # seconds that a mail server may say nothing
NEWEST_VERSION_URL = env.str("CORBILLON_NEWEST_VERSION_URL", default="")  # asked when somebody asks; none, no button
DEFAULT_FROM_EMAIL = env.str("CORBILLON_MAIL_FROM", default="corbillon@localhost")

# ── Security: what browsers may do with our pages

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # over http browsers ignore it and log a warning
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50_000  # fees of thousands of players; bytes are limited anyway
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
DEVICE_COOKIE_NAME = "__Host-device" if HTTPS else "device"
CSRF_COOKIE_HTTPONLY = True  # pages that send by script read the token from the form
OWN_COOKIES = {SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, DEVICE_COOKIE_NAME}
OWN_COOKIES |= {"django_language", "messages", "position", "print_look", "print_printer"}
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = int(timedelta(days=365).total_seconds())  # a chosen language is still set next week
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for every sub-domain is for the domain's owner to say
    "security.W021",  # and so is the browsers' preload list
]

# ── Webhooks: hosts, as «name» or «name:port», to which messages may go over plain http and inside the network

WEBHOOK_HOSTS = env.list("CORBILLON_WEBHOOK_HOSTS", default=[])

# ── Languages: French is the source

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("en", "English"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "tournaments" / "locale"]  # the second puts right words of libraries
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("CORBILLON_TIME_ZONE", default=find_time_zone() or "Europe/Paris")  # of new clubs, too

PROGRAM_FINGERPRINT = SimpleLazyObject(compute_fingerprint)
"""The digest of all files that a figure or a page depends on; computed when it is first asked for."""

# ── Static files: named by a hash of their content, so a phone may cache them for ever

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.statics.Storage"},
}

# ── Logs: what happened and where, to standard error; never a header, a form's fields or a URL's query string

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "troubles": {"()": "config.storage.pages.TroubleFilter"},
        "one-line": {"()": "config.error_log.OneLine"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["troubles"]},
        "errors": {"()": "config.error_log.ErrorFile", "folder": str(VAR_DIR)},
        "security": {"()": "config.security_files.SecurityFiles"},
    },
    "root": {"handlers": ["errors", "stderr"], "level": env.str("CORBILLON_LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": ["errors", "stderr"], "level": "WARNING", "propagate": False},
        "django.request": {"handlers": ["errors", "stderr"], "level": "ERROR", "propagate": False},
        # somebody asks for a host name that is not ours: anybody can, and as often as they like
        "django.security.DisallowedHost": {
            "handlers": ["stderr"],
            "filters": ["one-line"],
            "level": "WARNING",
            "propagate": False,
        },
        # one line for each event (config.security_log): without an address to the root's handler too
        "corbillon.security": {"handlers": ["security"], "level": "INFO"},
    },
}
