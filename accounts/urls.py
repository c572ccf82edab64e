from django.urls import include, path

from accounts import views

urlpatterns = [
    path("problems", views.problem_index, name="problems"),
    path("problems/<slug:code>", views.problem_page, name="problem"),
    path("", include("accounts.pages.urls")),
]
