"""Django settings. The default is SQLite and one process. Production uses PostgreSQL, Redis and several processes."""

from datetime import timedelta
from hashlib import sha256

from django.core.exceptions import ImproperlyConfigured

from config import env, sign_in

BASE_DIR = env.BASE_DIR
SECRET_KEY = env.secret_key()
ALLOWED_HOSTS = env.read.list("ALLOWED_HOSTS", default=[] if env.PRODUCTION else ["127.0.0.1", "localhost", "[::1]"])

INSTALLED_APPS = [
    "config.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "corsheaders",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.socialaccount.providers.github",
    "allauth.socialaccount.providers.orcid",
    "axes",
    "csp",
    "import_export",
    "graph",
    "accounts",
    "snapshots",
    "search",
    "feeds",
]

CONSTANT_HEADERS = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.http.middleware.responses.PermissionsPolicyMiddleware",
    "corsheaders.middleware.CorsMiddleware",
]
API_MIDDLEWARE = [
    "config.http.middleware.time_limit.TimeLimitMiddleware",
    "accounts.middleware.CallerMiddleware",
    "config.http.middleware.responses.DatabaseErrorMiddleware",
    "config.http.middleware.input_checks.InputCheckMiddleware",
    "config.http.middleware.input_checks.TrailingSlashMiddleware",
]
MIDDLEWARE = [
    # ApiMiddleware handles GET requests to the API and to PUBLIC_PAGES with API_MIDDLEWARE alone.
    "accounts.middleware.ApiMiddleware",
    "config.http.middleware.responses.RequestIdMiddleware",
    *CONSTANT_HEADERS,
    "config.http.middleware.methods.StaticFilesMiddleware",
    "config.http.middleware.responses.CompressionMiddleware",
    "config.http.middleware.time_limit.TimeLimitMiddleware",
    "accounts.middleware.RateLimitMiddleware",
    "config.http.middleware.responses.DatabaseErrorMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.http.middleware.input_checks.InputCheckMiddleware",
    "config.http.middleware.input_checks.TrailingSlashMiddleware",
    "config.http.middleware.methods.MethodMiddleware",
    "config.http.middleware.bodies.BodyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF, WSGI_APPLICATION = "config.urls", "config.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.http.links.site",
            ]
        },
    }
]
# The server reads the same variable. Few threads run Django at the same time; the others can send stored responses.
THREADS = env.read.int("GRANIAN_BLOCKING_THREADS", default=64)
DATABASES = {"default": env.database()}
# With SQLite, threads never wait for a server, so more of them would only take turns.
DJANGO_THREADS = min(2 if DATABASES["default"]["ENGINE"].endswith("sqlite3") else 4, THREADS)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "config.http.database.sqlite3"
    DATABASES["default"]["OPTIONS"] = {
        # A transaction locks the database when it begins, so it waits instead of failing at its first write.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Each connection has a cache of 2 MB. The cache of the operating system has the rest.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-2048;"
        "PRAGMA temp_store=MEMORY;",
    }
    # pytest-django does not know this engine. Without the name, parallel tests would write databases to disk.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}
else:
    DATABASES["default"]["ENGINE"] = "config.http.database.postgresql"
    DATABASES["default"]["OPTIONS"] = DATABASES["default"].get("OPTIONS", {}) | {
        # Not only the threads of Django need connections.
        "pool": {"min_size": 1, "max_size": DJANGO_THREADS + 28, "timeout": 0.75},
        # A search repeats its queries. When a query is repeated for the fifth time, psycopg prepares it on the server.
        "prepare_threshold": 5,
    }
DOWNLOADS_FOLDER = env.downloads_folder(DATABASES["default"])
# Seconds for which a request may use the database. Detecting that PostgreSQL hangs may take another 0.2 s.
DATABASE_SECONDS_PER_REQUEST = 0.75
# Requests below this path have no limit of database time, and their forms may be large.
PATHS_OF_EDITORS = "/admin/"
# The home page and the pages whose paths begin like this need no session. Each process caches them like API responses.
PUBLIC_PAGES = ("/entity/", "/elections", "/countries", "/coverage", "/search", "/sitemap", "/robots.txt", "/llms.txt")
PUBLIC_PAGES += ("/about", "/attribution", "/docs", "/privacy", "/problems", "/terms", "/.well-known/security.txt")
RESPONSE_CACHE_BYTES = env.read.int("RESPONSE_CACHE_BYTES", default=64_000_000)
ANSWER_AHEAD_OF_DJANGO = env.read.bool("ANSWER_AHEAD_OF_DJANGO", default=True)
_REDIS_URL = env.read.str("REDIS_URL", default="")
_PROCESSES = env.read.int("PROCESSES", default=2)
TRUSTED_PROXIES = env.read.int("TRUSTED_PROXIES", default=0)
if _PROCESSES < 1 or TRUSTED_PROXIES < 0:
    raise ImproperlyConfigured("PROCESSES must be 1 or more, and TRUSTED_PROXIES 0 or more.")
if _REDIS_URL:
    _REDIS = {"BACKEND": "accounts.counters.fail_safe.FailSafeRedisCache", "LOCATION": _REDIS_URL}
    _COUNTERS = {"BACKEND": "accounts.counters.redis_counters.RedisCounters", "OPTIONS": {"processes": _PROCESSES}}
    CACHES = {"default": _REDIS, "counters": _REDIS | _COUNTERS | {"KEY_PREFIX": "counters"}}
else:
    _COUNTERS = {"BACKEND": "accounts.counters.backends.LocalCounters", "OPTIONS": {"MAX_ENTRIES": 131_072}}
    _LOCAL = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
    CACHES = {"default": _LOCAL, "counters": _COUNTERS | {"LOCATION": "counters"}}
RATELIMIT_USE_CACHE = "counters"
# These are the defaults of django-ratelimit, which finds a setting faster than a default.
RATELIMIT_ENABLE, RATELIMIT_CACHE_PREFIX, RATELIMIT_HASH_ALGORITHM = True, "rl:", sha256
SECONDS_BETWEEN_RECORDS_OF_USE = 5

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.signin.backends.LockoutBackend",
    "django.contrib.auth.backends.ModelBackend",
    "accounts.signin.backends.SignInBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE, TIME_ZONE, USE_I18N = "en-gb", "UTC", False

STATIC_URL = "static/"
# Outside production WhiteNoise serves the source files, so `collectstatic` is not needed.
STATIC_ROOT = BASE_DIR / "staticfiles" if env.PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "config" / "static"]
WHITENOISE_USE_FINDERS = not env.PRODUCTION

# accounts/signin decides who may sign in. Sign-up, passwords and e-mail addresses of allauth are not used, because the
# provider has verified the address already.
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/account"
ACCOUNT_ADAPTER = "accounts.signin.adapters.AccountAdapter"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = False
SOCIALACCOUNT_ADAPTER = "accounts.signin.adapters.ProviderAdapter"
SOCIALACCOUNT_QUERY_EMAIL = True
# The limit in seconds of each of up to four requests to a provider. A sign-in blocks a thread meanwhile.
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
SOCIALACCOUNT_PROVIDERS = sign_in.allauth_providers()
SIGN_IN = sign_in.names(SOCIALACCOUNT_PROVIDERS)
# Targets of the sign-in form in the Content Security Policy: a provider may redirect the browser to another host.
SIGN_IN_FORM_ACTION = ["https:", *filter(None, [env.development_provider_url()])]

# Modules that `make run` starts as child processes, with the name of the database.
BACKGROUND_PROCESSES = ["feeds.webhooks.waiting", "snapshots.downloads.daily"]

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
# A lockout applies to a name at one address, so a stranger elsewhere cannot lock out the staff.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "accounts.signin.lockout.address"
AXES_USERNAME_CALLABLE = "accounts.signin.lockout.hashed_name"
AXES_LOCKOUT_CALLABLE = "accounts.signin.lockout.locked_out"
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "csrfmiddlewaretoken"]
AXES_RESET_ON_SUCCESS = AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

SESSION_COOKIE_AGE = 8 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.PRODUCTION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
# Browsers accept a cookie with this prefix over HTTPS only, and only for this exact host (RFC 6265bis, 4.1.3.2).
COOKIE_PREFIX = "__Host-" if env.PRODUCTION else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SECURE_SSL_REDIRECT = env.PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if env.PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.PRODUCTION else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
_SELF, _NONE = ["'self'"], ["'none'"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), _NONE)
    | dict.fromkeys(("script-src", "style-src", "font-src", "connect-src", "form-action"), _SELF)
    | {"img-src": [*_SELF, "data:"]}
}
# The admin page of an office has nine fields for each of up to ninety elections.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_000
CSRF_FAILURE_VIEW = "config.http.admin_site.csrf_failure"

CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_URLS_REGEX = r"^/(api|feed)(/|$)|^/downloads/"
CORS_ALLOW_HEADERS = "accept authorization content-type if-none-match if-modified-since range x-request-id".split()
CORS_EXPOSE_HEADERS = """
Accept-Ranges Content-Range ETag Last-Modified Link Retry-After X-Total-Count X-Request-Id
X-API-Tier X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset RateLimit RateLimit-Policy
""".split()

# CSV and XLSX tables of the admin. Imports are written by graph.actions, not by the library.
IMPORT_EXPORT_CHUNK_SIZE = 2000

WEBHOOK_ENCRYPTION_KEYS, WEBHOOK_ALLOW_LOOPBACK = env.webhook_encryption_keys(SECRET_KEY), env.webhook_allow_loopback()
WEBHOOK_PROXY = env.read.str("WEBHOOK_PROXY", default="")

BASE_URL = env.read.str("BASE_URL", default="").rstrip("/")
# E-mails and webhooks use this URL if BASE_URL is unset, because they have no request with a host.
SERVER_URL = env.read.str("SERVER_URL", default="http://127.0.0.1:8000")

_EMAIL = env.read.email_url("EMAIL_URL", default="smtp://127.0.0.1:25" if env.PRODUCTION else "consolemail://")
vars().update(_EMAIL)  # This sets EMAIL_BACKEND, EMAIL_HOST and the other settings for e-mail.
# A mail server that hangs blocks the creation of a key for at most this number of seconds.
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.read.str("DEFAULT_FROM_EMAIL", default="Political Knowledge Graph <noreply@localhost>")
SECURITY_CONTACT = env.read.str("SECURITY_CONTACT", default="")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["config.http.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.http.renderers.AcceptHeaderNegotiation",
    "DEFAULT_SCHEMA_CLASS": "config.http.openapi.Schema",
    "EXCEPTION_HANDLER": "config.http.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Political Knowledge Graph",
    "VERSION": "0.1.0",
    "DESCRIPTION": "Political entities of 196 countries and their typed, dated, sourced relationships.",
    "TOS": "/terms",
    "CONTACT": {"name": "Political Knowledge Graph", "url": "/about"},
    "LICENSE": {"name": "Free for non-commercial use, with attribution", "url": "/terms"},
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    # Otherwise, there would be links inside of buttons, which HTML forbids.
    "SWAGGER_UI_SETTINGS": {"deepLinking": False},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.http.openapi.describe_every_path",
        "feeds.api.webhooks.describe_webhooks",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "accounts.log_filter.CleanFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        # A request for an unknown host or with an unsafe path gets a 400 response, and is no error of the service.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.DisallowedRedirect": {"level": "CRITICAL"},
        # The pool warns of every connection and thread. `config.http.database` logs each failure once.
        "psycopg.pool": {"level": "ERROR"},
    },
}
