import re

from django import forms
from django.core.exceptions import ValidationError
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from graph.actions import ActionRejected
from graph.actions.reports import report_error
from graph.models import ErrorReport

PAGE = re.compile(r"/[a-z0-9/-]*")
LONGEST_PATH = ErrorReport._meta.get_field("path").max_length


class ReportForm(forms.ModelForm):
    """The form of an error report. ``page`` is the path of the page with the error. The field ``website`` is hidden, so
    people leave it empty. A report with a text in this field comes from a program, and is not stored."""

    page = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_PATH, required=False)
    source = forms.URLField(
        label="Where is it published? (URL, optional)",
        help_text="A public page helps editors to check it.",
        max_length=400,
        required=False,
        assume_scheme="https",
    )
    website = forms.CharField(
        label="Leave this field empty",
        required=False,
        widget=forms.TextInput(attrs={"tabindex": -1, "autocomplete": "off"}),
    )

    class Meta:
        model = ErrorReport
        fields = ["text", "source", "email"]
        labels = {
            "text": "What is wrong, and what is right?",
            "email": "Your e-mail address (optional)",
        }
        help_texts = {"email": "Only for questions about this report."}
        error_messages = {"text": {"required": "Write what is wrong."}}
        widgets = {
            "text": forms.Textarea(attrs={"rows": 6}),
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }

    def clean_page(self):
        path = self.cleaned_data["page"] or "/"
        if not PAGE.fullmatch(path):
            raise ValidationError("The address of the page is not one of this service.")
        return path


@method_decorator(never_cache, name="dispatch")
class ReportPage(FormView):
    """The page with the form for visitors who have found an error. They need no account. A report is stored, so that an
    editor can decide on it. Repeated reports, those of programs, and those above the limit of a day are not stored."""

    template_name = "graph/report.html"
    form_class = ReportForm
    http_method_names = ["get", "head", "post", "options"]
    posts_per_minute = 5
    """The number of POST requests that one IP address may send per minute."""

    def get_initial(self):
        return {"page": self.request.GET.get("page", "")[:LONGEST_PATH]}

    def get_context_data(self, **kwargs):
        return super().get_context_data(sent="sent" in self.request.GET, **kwargs)

    def form_valid(self, form):
        facts = form.cleaned_data
        try:
            # Reject texts in the hidden field: only programs fill it in, because people do not see it.
            if not facts["website"]:
                report_error(path=facts["page"], text=facts["text"], source=facts["source"], email=facts["email"])
        except ActionRejected as error:
            form.add_error(None, str(error))
            return self.form_invalid(form)
        return redirect(f"{self.request.path}?sent")
