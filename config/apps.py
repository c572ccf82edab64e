from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default_site = "config.http.admin_site.AdminSite"
