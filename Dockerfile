# The service and its management commands: see compose.yaml and config/README.md.
FROM python:3.11-slim
WORKDIR /srv
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
COPY requirements.lock ./
RUN python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes --requirement requirements.lock
COPY . .
# No secret stays in the image: this one is used for this step only.
RUN PRODUCTION=1 SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
    WEBHOOK_ENCRYPTION_KEYS="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
    ALLOWED_HOSTS=localhost BASE_URL=https://localhost DATABASE_URL=postgres://localhost/graph \
    python manage.py collectstatic --no-input
# A new volume for the downloads gets the owner of this folder.
RUN useradd --system --no-create-home graph && install --directory --owner graph /var/lib/downloads
USER graph
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--workers", "2", "--respawn-failed-workers", "config.wsgi:application"]
