from django.contrib.admin.widgets import AutocompleteSelect
from django.forms.widgets import Media
from django.urls import reverse


class ChosenSelect(AutocompleteSelect):
    """Offers what ``address`` finds; what is chosen already is called as its field knows it, without asking for it."""

    def __init__(self, field, admin_site, *, of: str, **kwargs):
        super().__init__(field, admin_site, **kwargs)
        self.of = of

    @property
    def media(self):
        """The box that stands for the field is called as the field is, for who does not see them side by side."""
        return super().media + Media(js=["graph/choosing.js"])

    def get_url(self):
        return reverse(f"{self.admin_site.name}:graph_{self.of}_choices")

    def optgroups(self, name, value, attrs=None):
        chosen = [key for key in map(str, value) if key not in ("", "None")]
        options = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        options += [self.create_option(name, key, self._label(key), True, len(options)) for key in chosen[:1]]
        return [(None, options, 0)]

    def _label(self, key):
        field = self.choices.field
        if key not in field.known:
            field.look_up([key])
        row = field.known.get(key)
        return field.label_from_instance(row) if row else key
