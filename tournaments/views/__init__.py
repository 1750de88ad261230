"""The pages. Each view declares who may see it (`access`), asks a queryset method or an action, and shows."""
