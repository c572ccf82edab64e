"""Settings of every way to run: SQLite and one process by default, PostgreSQL, Redis and many in production."""

from config import env

BASE_DIR = env.BASE_DIR
DEBUG = False
SECRET_KEY = env.secret_key()
ALLOWED_HOSTS = env.ALLOWED_HOSTS

INSTALLED_APPS = [
    "django.contrib.admin",
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
    "graph",
    "accounts",
    "snapshots",
    "search",
    "feeds",
]

MIDDLEWARE = [
    "accounts.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "accounts.middleware.CompressionMiddleware",
    "accounts.middleware.ProblemMiddleware",
    "accounts.middleware.ConditionalMiddleware",
    "accounts.middleware.InputGateMiddleware",
    "accounts.middleware.TrailingSlashMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
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
            ]
        },
    }
]

DATABASES = {"default": env.read.db_url_config(env.DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes its lock at once, so that it waits instead of failing half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536;"
        "PRAGMA mmap_size=268435456; PRAGMA temp_store=MEMORY;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    # Persistent connections of threads that die leak; the pool gives them back.
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 8, "timeout": 5}}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

CACHES = {
    name: {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.REDIS_URL,
        "KEY_PREFIX": name,
        # Who asks does not wait for a cache that hangs.
        "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.3},
    }
    if env.REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": entries},
    }
    # Answers of searches and feeds are some 20 kB each; they must not push out the counters of callers.
    for name, entries in (("default", 100_000), ("answers", 2_000))
}

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
# Outside production static files are served from where they lie; nobody needs to collect them.
STATIC_ROOT = BASE_DIR / "staticfiles" if env.PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "config" / "static"]
WHITENOISE_USE_FINDERS = not env.PRODUCTION

SESSION_COOKIE_AGE = 8 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.PRODUCTION
SECURE_SSL_REDIRECT = env.PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if env.PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.PRODUCTION else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "accounts.problems.permission_denied"

CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_URLS_REGEX = r"^/(api|feed)(/|$)"
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "content-type",
    "if-none-match",
    "if-modified-since",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Last-Modified",
    "Link",
    "Retry-After",
    "X-Total-Count",
    "X-Request-Id",
    "X-API-Tier",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "RateLimit",
    "RateLimit-Policy",
]

BASE_URL = env.BASE_URL

vars().update(env.EMAIL)  # EMAIL_BACKEND, EMAIL_HOST and the like
# Who waits for a key does not wait for a post office that hangs.
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.MAIL_SENDER
SERVER_EMAIL = env.SERVER_EMAIL

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_THROTTLE_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["graph.api.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "graph.api.renderers.AnyJSON",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "accounts.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_FILTER_BACKENDS": [],
    "URL_FORMAT_OVERRIDE": None,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Political Knowledge Graph",
    "VERSION": "0.1.0",
    "DESCRIPTION": "Political entities of 196 countries and their typed, dated, sourced relationships.",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVERS": [{"url": BASE_URL or "/"}],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "graph.api.components.add_components",
        "snapshots.api.components.add_components",
        "search.api.schema.add_components",
        "feeds.api.schema.add_components",
        "accounts.schema.describe_every_path",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django.request": {"level": "ERROR"}},
}
