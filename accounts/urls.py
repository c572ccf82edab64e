from django.urls import path

from accounts import views

urlpatterns = [
    path("problems", views.problem_index, name="problems"),
    path("problems/<slug:code>", views.problem_page, name="problem"),
]
