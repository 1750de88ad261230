"""What is wrong in a refused form, told once before it: each fault with the field that it stands at."""

from dataclasses import dataclass

from django import forms, template

register = template.Library()


@dataclass(frozen=True)
class FormFault:
    """One field of a refused form that is wrong. `anchor`: the HTML id of its input; `label`: its name; `words`: what
    is wrong."""

    anchor: str
    label: str
    words: str


@register.simple_tag
def list_faults(form: forms.Form) -> list[FormFault]:
    """Return the fields of the form that are wrong, in the order of the page."""
    return [describe_fault(bound) for bound in form if bound.errors]


def describe_fault(bound: forms.BoundField) -> FormFault:
    """Return what is wrong with this field; for a group of buttons, the anchor is the first one."""
    describe = getattr(bound.form, "describe_input", None)
    label = describe(bound.name) if describe else str(bound.label)
    anchor = "" if bound.is_hidden else bound.id_for_label or f"{bound.auto_id}_0"
    return FormFault(anchor, label.removesuffix(":").rstrip(), " ".join(str(each) for each in bound.errors))
