"""Settings from the environment, with defaults that run: see docs/reference/settings.md."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django
from csp.constants import NONE, SELF

from solitaire_site import bundle, complaints, environment, logs, release
from solitaire_site.roles import ROLES
from solitaire_site.secret import once_needed, stored_key, stored_secret_key, stored_vapid_key

# Long: Django reads all settings from one module.

BASE_DIR = Path(__file__).resolve().parent.parent
FRONTEND_DIR = BASE_DIR / "frontend"
# It holds the keys of the site and, with SQLite, the addresses of players.
DATA_DIR = environment.own_folder("DATA_DIR", BASE_DIR / "var")
complaints.collect()

VERSION = release.version((BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8"))

# Who may reach the site

DEBUG = environment.flag("DEBUG", default=False)
SECRET_KEY = environment.secret("SECRET_KEY") or stored_secret_key(DATA_DIR / "secret_key")
PREVIOUS_SECRET_KEY = environment.secret("PREVIOUS_SECRET_KEY")
SECRET_KEY_FALLBACKS = [PREVIOUS_SECRET_KEY] if PREVIOUS_SECRET_KEY else []
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", LOOPBACK_HOSTS)
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")

BEHIND_TLS_PROXY = environment.flag("BEHIND_TLS_PROXY", default=False)
# Only solitaire_site.proxies decides which forwarding headers to trust. Don't set
# SECURE_PROXY_SSL_HEADER or the like: Django and the libraries would trust headers themselves.
TRUSTED_PROXIES = environment.proxies(
    "TRUSTED_PROXIES", ("127.0.0.0/8", "::1", "unix") if BEHIND_TLS_PROXY else ()
)
HSTS_SECONDS = environment.number("HSTS_SECONDS", default=3600)
if BEHIND_TLS_PROXY:
    SECURE_SSL_REDIRECT = True
    # Health checks come from the local network over plain HTTP.
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
    SECURE_HSTS_SECONDS = HSTS_SECONDS
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # Whether other names of the domain speak HTTPS alone, for ever, isn't this site's to say.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
else:
    # The site's own check says once what these say by four settings that nobody can set.
    SILENCED_SYSTEM_CHECKS = [f"security.{one}" for one in ("W004", "W008", "W012", "W016")]

# Pages of these origins may call the API, which heeds no cookies.
CORS_URLS_REGEX = r"^/(api|oauth)/"
API_ORIGINS = environment.origins("API_ORIGINS")
CORS_ALLOW_ALL_ORIGINS = API_ORIGINS == ["*"]
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else API_ORIGINS
CORS_ALLOW_HEADERS = (
    *("authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id"),
)
CORS_ALLOW_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "POST")
CORS_EXPOSE_HEADERS = ("ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After")

# No inline code and nothing from other origins. 'self' covers the websockets of this host.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # Firefox checks prefetches by this alone. All else that it would allow is listed below.
        "default-src": [SELF],
        "child-src": [NONE],
        "frame-src": [NONE],
        "object-src": [NONE],
        "worker-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
# Pages that may show replays in a frame; all else is shown in none.
EMBED_ORIGINS = environment.origins("EMBED_ORIGINS", "*", "none", default=("*",))
if EMBED_ORIGINS == ["none"]:
    EMBED_ORIGINS = [NONE]
# headers.py sends this one, where browsers heed it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None

# Apps and middleware

INSTALLED_APPS = [
    "daphne",
    "solitaire_site",  # before the app whose command it replaces
    "games.admin_config.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",  # used by allauth's page of passkeys
    "channels",
    "corsheaders",
    "csp",
    "allauth",
    "allauth.account",
    "django_tasks",
    "django_tasks_db",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.idp.oidc",
    "games",
]
MIDDLEWARE = [
    "games.pages.site.metering.MeteringMiddleware",
    "games.pages.site.caching.CachingMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Safe from BREACH: CSRF tokens are masked, and the middleware adds random length.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.pages.site.intake.IntakeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.pages.people.account.recognition.RecognitionMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.pages.people.seen.SeenMiddleware",
    "games.pages.people.account.guests.GuestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.pages.people.account.confirmation.ConfirmationMiddleware",
    "games.pages.site.throttling.TooManyMiddleware",
]
ROOT_URLCONF = "solitaire_site.urls"
ASGI_APPLICATION = "solitaire_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FRONTEND_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.site.settings.preferences",
            ],
        },
    },
]

# Storage

DATABASE_URL = environment.url("DATABASE_URL", ("postgres", "postgresql"))
DATABASE_POOL = environment.number("DATABASE_POOL", default=16, minimum=1)
DATABASES: dict[str, Any]
if DATABASE_URL:
    DATABASES = {"default": environment.database("DATABASE_URL", DATABASE_URL)}
    # After a database restart the pool hands out no broken connection.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    options = DATABASES["default"].setdefault("OPTIONS", {})
    # An acknowledged move must survive a power loss, whatever the server's default.
    options.setdefault("options", "-c synchronous_commit=on")
    # Give up after ten seconds on a server that goes silent, for example without power. By default
    # the operating system waits many minutes, and every move with it.
    for option, value in {
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }.items():
        options.setdefault(option, value)
    options["pool"] = {
        "min_size": 1,
        "max_size": DATABASE_POOL,
        # Seconds. Short, so that players soon see when the database is down, and when it is back.
        "timeout": 5,
        "reconnect_timeout": 5,
    }
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "db.sqlite3",
            "OPTIONS": {
                # In SQLite's default mode, a transaction that reads first and writes later can't
                # wait for the lock: it fails at once.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL: an acknowledged move must survive a power loss.
                "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

GROUP_EXPIRY = environment.number("GROUP_EXPIRY", default=180, minimum=2)
REDIS_URL = environment.url("REDIS_URL", ("redis", "rediss", "unix"))
ROLE = environment.choice("ROLE", "all", ROLES)
if ROLE != "all" and not REDIS_URL:
    complaints.wrong("REDIS_URL", f"ROLE={ROLE} needs REDIS_URL: pages and sockets meet in Redis")
# Whoever can write to Redis must not be able to run code here.
CACHE_FORMAT = "solitaire_site.cache_format.MessagePackFormat"
CACHES: dict[str, Any]
CHANNEL_LAYERS: dict[str, Any]
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "solitaire_site.shared_cache.SharedCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "samedeal-plain",
            # Seconds. Short, so that no one waits long for a Redis that went silent.
            "OPTIONS": {
                "serializer": CACHE_FORMAT,
                "socket_timeout": 2,
                "socket_connect_timeout": 2,
            },
        },
        # What works once must not work once at each process, so without Redis it doesn't.
        "tickets": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "samedeal-plain",
            "OPTIONS": {"serializer": CACHE_FORMAT},
        },
        "verdicts": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "samedeal-verdicts-plain",
            "OPTIONS": {"serializer": CACHE_FORMAT},
        },
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {
                # The layer blocks up to 5 s for a message. That is also redis-py's default
                # timeout, so without a longer one every quiet moment would be an error.
                "hosts": [{"address": REDIS_URL, "socket_timeout": 15}],
                "prefix": "samedeal",
                # Messages that can wait for a busy process; each covers many races.
                "capacity": 1000,
                # Seconds until a killed process gets no more messages; a live one rejoins in time.
                "group_expiry": GROUP_EXPIRY,
            },
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # It drops some at random when full, and limits and used tickets must not be forgotten.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        },
        "tickets": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "tickets",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        },
        "verdicts": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "verdicts",
            # About a kilobyte each.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        },
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Whether a web process reports itself to the database; not in tests that only load it.
PULSE = True

# Shared by all strangers, each in every process; some ten kilobytes each.
PAGE_SECONDS = environment.number("PAGE_SECONDS", default=1)
CACHES["pages"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pages",
}

# Background tasks

TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["default", "deliveries"],
    }
}
STOCK = environment.number("STOCK", default=20)

# Limits; 0 means none

LIVE_LIMITS = {
    "frames_per_connection": environment.number("FRAMES_PER_CONNECTION", default=50),
    "frames_per_player": environment.number("FRAMES_PER_PLAYER", default=100),
    "connections_per_player": environment.number("CONNECTIONS_PER_PLAYER", default=20),
    "connections_per_address": environment.number("CONNECTIONS_PER_ADDRESS", default=500),
    "connects_per_address": environment.number("CONNECTS_PER_ADDRESS", default=20),
    "frame_size": environment.number("FRAME_SIZE", default=1024, minimum=128),
}
REQUESTS_PER_ADDRESS = environment.number("REQUESTS_PER_ADDRESS", default=4)
STREAMS_PER_CALLER = environment.number("STREAMS_PER_CALLER", default=20)
WEBHOOKS_TO_OWN_NETWORK = environment.flag("WEBHOOKS_TO_OWN_NETWORK", default=False)
RACES_PER_HOUR = environment.number("RACES_PER_HOUR", default=300)
RANKED_ROOMS = environment.number("RANKED_ROOMS", default=3)
RANKED_ROOMS_PER_ADDRESS = environment.number("RANKED_ROOMS_PER_ADDRESS", default=8)
PLANNED_RACES = environment.number("PLANNED_RACES", default=10)
RANKED_PER_HOUR = environment.number("RANKED_PER_HOUR", default=10)
EVENTS_PER_DAY = environment.number("EVENTS_PER_DAY", default=5)
ANYTIME_PER_DAY = environment.number("ANYTIME_PER_DAY", default=10)
SEATS_PER_PLAYER = environment.number("SEATS_PER_PLAYER", default=30)
GUESTS_PER_HOUR = environment.number("GUESTS_PER_HOUR", default=500)
LOGINS_PER_MINUTE = environment.number("LOGINS_PER_MINUTE", default=300)
ADMIN_PER_MINUTE = environment.number("ADMIN_PER_MINUTE", default=60)
GUEST_DAYS = environment.number("GUEST_DAYS", default=365)
ACTIONS_DAYS = environment.number("ACTIONS_DAYS", default=0)
ACTIONS_ARCHIVE = environment.folder("ACTIONS_ARCHIVE")
ACCOUNT_RATE_LIMITS = {
    "guest": f"{GUESTS_PER_HOUR}/h/ip" if GUESTS_PER_HOUR else None,
    # Another choice of rules costs as much as another race.
    "terms": f"{RACES_PER_HOUR}/h/user" if RACES_PER_HOUR else None,
    # Comparing a password takes long. A lower limit would let one client lock its network out.
    "login": f"{LOGINS_PER_MINUTE}/m/ip" if LOGINS_PER_MINUTE else None,
    # Of one account from one address.
    "login_failed": "5/300s/key",
    # Of one account, from all addresses.
    "login_anywhere": "300/h/key",
    # The admin: requests by anyone but staff, and wrong codes for one staff account.
    "admin": f"{ADMIN_PER_MINUTE}/m/ip" if ADMIN_PER_MINUTE else None,
    "admin_code": "10/h/key",
    # Codes of devices take memory, and secrets of applications take long to check.
    "oauth": "60/m/ip",
}

# Accounts

AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "games.pages.people.account.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_FORMS = {
    "request_login_code": "games.pages.people.account.by_mail.CodeForm",
    "reset_password": "games.pages.people.account.by_mail.ResetForm",
    "reset_password_from_key": "games.pages.people.account.by_mail.NewPasswordForm",
    "signup": "games.pages.people.account.sign_up.SignUpForm",
    "user_token": "games.pages.people.account.by_mail.LinkForm",
}
# Players are asked to confirm their address, and can play before they do.
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Nobody learns by signing up whose address is known, or keeps its owner from it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# Someone who finds a browser logged in can't take over the account.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Same Deal] "
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "games.pages.people.account.passkeys.AddForm",
    "authenticate": "games.pages.people.account.codes.AuthenticateForm",
    "authenticate_webauthn": "games.pages.people.account.passkeys.AuthenticateForm",
    "login_webauthn": "games.pages.people.account.passkeys.LoginForm",
    "reauthenticate": "games.pages.people.account.codes.ReauthenticateForm",
    "reauthenticate_webauthn": "games.pages.people.account.passkeys.ReauthenticateForm",
}
MFA_TOTP_ISSUER = "Same Deal"
# Browsers allow passkeys only on secure origins, which include http://localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not BEHIND_TLS_PROXY
SOCIALACCOUNT_ADAPTER = "games.pages.people.account.adapter.SocialAdapter"
# Let players choose the name that others see.
SOCIALACCOUNT_AUTO_SIGNUP = False
LOGIN_PROVIDER_URL = environment.url("LOGIN_PROVIDER_URL", ("https", "http"))
LOGIN_PROVIDER_NAME = environment.text("LOGIN_PROVIDER_NAME", "OpenID Connect")
LOGIN_PROVIDER_CLIENT_ID = environment.text("LOGIN_PROVIDER_CLIENT_ID")
if bool(LOGIN_PROVIDER_URL) != bool(LOGIN_PROVIDER_CLIENT_ID) and not complaints.is_wrong(
    "LOGIN_PROVIDER_URL"
):
    complaints.wrong(
        "LOGIN_PROVIDER_CLIENT_ID",
        "LOGIN_PROVIDER_URL and LOGIN_PROVIDER_CLIENT_ID need each other",
    )
if LOGIN_PROVIDER_URL:
    SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "APPS": [
                {
                    "provider_id": "oidc",
                    "name": LOGIN_PROVIDER_NAME,
                    "client_id": LOGIN_PROVIDER_CLIENT_ID,
                    "secret": environment.text("LOGIN_PROVIDER_SECRET"),
                    "settings": {"server_url": LOGIN_PROVIDER_URL},
                }
            ]
        }
    }
    # Browsers apply form-action to redirects too, so the login form may lead to the provider.
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"].append(
        "{0.scheme}://{0.netloc}".format(urlsplit(LOGIN_PROVIDER_URL))
    )
# A guest is known only by the session, so it lasts long.
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
# Applications of others log players in here
IDP_OIDC_ADAPTER = "games.pages.people.account.applications.adapter.ProviderAdapter"
# Most sites never need one, and generating it takes a while.
IDP_OIDC_PRIVATE_KEY = environment.key("OIDC_PRIVATE_KEY") or once_needed(
    stored_key, DATA_DIR / "oidc_key.pem"
)
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 60 * 60

# Push services know the site by this key; every browser that gets pushes was told its public half.
VAPID_PRIVATE_KEY = environment.vapid_key("VAPID_PRIVATE_KEY") or once_needed(
    stored_vapid_key, DATA_DIR / "vapid_key"
)
VAPID_CONTACT = environment.contact("VAPID_CONTACT")

# Where visitors reach the people who run the site.
CONTACT = environment.contact("CONTACT")

EMAIL_HOST = environment.host("EMAIL_HOST")
EMAIL_PORT = environment.number("EMAIL_PORT", default=587, minimum=1, maximum=65535)
EMAIL_HOST_USER = environment.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = environment.number("EMAIL_TIMEOUT", default=10, minimum=1)
DEFAULT_FROM_EMAIL = environment.mail_address("DEFAULT_FROM_EMAIL", "same-deal@localhost")
LOG_FORMAT = environment.choice("LOG_FORMAT", "plain", logs.FORMATS)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
if LOG_FORMAT == "json" and not EMAIL_HOST:
    EMAIL_BACKEND = "solitaire_site.unsent_mail.EmailBackend"

# Languages and static files

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [
    BASE_DIR / "games" / "locale",
    # Plainer words for allauth's pages and emails, in English too.
    BASE_DIR / "games" / "pages" / "people" / "account" / "locale",
]
# The choice of language lasts as long as a guest's session.
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
FORMAT_MODULE_PATH = "solitaire_site.formats"
TIME_ZONE = "UTC"
USE_TZ = True

STATICFILES_DIRS = [
    (folder.name, folder)
    for folder in sorted(FRONTEND_DIR.glob("*"))
    if folder.is_dir() and folder.name not in ("bundled", "templates")
]
# DEBUG serves the sources, which may change with each request.
BUNDLE_DIR = environment.present_folder("BUNDLE_DIR", FRONTEND_DIR / "bundled")
BUNDLE = bundle.Bundle() if DEBUG else bundle.read(BUNDLE_DIR, BASE_DIR)
if BUNDLE.imports:
    STATICFILES_DIRS.append(("bundled", BUNDLE_DIR))
# The addresses of all static files change when any of them does, so browsers can cache them
# forever, and a server its compressed copies. Versions stand for the files of packages; translation
# catalogues are served like files.
STATIC_FINGERPRINT = release.fingerprint(
    (*(folder for _, folder in STATICFILES_DIRS), *LOCALE_PATHS),
    django.get_version(),
    version("django-allauth"),
    version("servestatic"),
)
STATIC_URL = f"/static/{VERSION}-{STATIC_FINGERPRINT}/"

TRACES = environment.url("OTEL_EXPORTER_OTLP_ENDPOINT", ("http", "https"))
METRICS_ADDRESS = environment.address("METRICS_ADDRESS")
LOG_LEVEL = environment.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = logs.configuration(
    LOG_FORMAT,
    LOG_LEVEL,
    secrets=[
        SECRET_KEY,
        PREVIOUS_SECRET_KEY,
        DATABASES["default"].get("PASSWORD"),
        urlsplit(REDIS_URL).password,
        EMAIL_HOST_PASSWORD,
        environment.text("LOGIN_PROVIDER_SECRET"),
        environment.text("VAPID_PRIVATE_KEY"),
    ],
)
complaints.complain()
