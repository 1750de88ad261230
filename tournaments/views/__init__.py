"""The web pages. Each view declares who may see it (`access`), calls a queryset method or an action, and renders a
template."""
