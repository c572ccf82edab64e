from django import forms

from graph.admin.forms import ReasonField
from graph.admin.tables.reading import LARGEST_FILE, UnreadableFile, read_table


class UploadForm(forms.Form):
    """A file that is a table; ``cleaned_data["table"]`` is what it holds."""

    file = forms.FileField(
        label="Table",
        help_text=f"CSV (UTF-8, comma or semicolon) or XLSX, at most {LARGEST_FILE // 1024 // 1024} MB.",
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx"}),
    )

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB.")
        try:
            self.cleaned_data["table"] = read_table(file.name, file.read())
        except UnreadableFile as refusal:
            raise forms.ValidationError(str(refusal)) from None
        return file


class ConfirmForm(forms.Form):
    reason = ReasonField(help_text="Why, and from which source. Kept with each change, in the history.")
