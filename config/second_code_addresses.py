"""The addresses of second codes and passkeys: allauth's own, except the one at which a passkey is added, which is ours.

Their modules are loaded when one is first asked for: what reads passkeys would take a tenth of the time that a process
takes to start.
"""

from django.urls import URLPattern, path

from config.late_views import LateView

VIEWS = {
    "": "base.views.index",
    "authenticate/": "base.views.authenticate",
    "reauthenticate/": "base.views.reauthenticate",
    "totp/activate/": "totp.views.activate_totp",
    "totp/deactivate/": "totp.views.deactivate_totp",
    "recovery-codes/": "recovery_codes.views.view_recovery_codes",
    "recovery-codes/generate/": "recovery_codes.views.generate_recovery_codes",
    "recovery-codes/download/": "recovery_codes.views.download_recovery_codes",
    "webauthn/": "webauthn.views.list_webauthn",
    "webauthn/reauthenticate/": "webauthn.views.reauthenticate_webauthn",
    "webauthn/keys/<int:pk>/remove/": "webauthn.views.remove_webauthn",
    "webauthn/keys/<int:pk>/edit/": "webauthn.views.edit_webauthn",
    "webauthn/login/": "webauthn.views.login_webauthn",
}
urlpatterns: list[URLPattern] = [
    path("webauthn/add/", LateView("tournaments.views.passkey_pages.add_passkey"), name="mfa_add_webauthn"),
    *(
        path(route, LateView(f"allauth.mfa.{view}"), name=f"mfa_{view.rpartition('.')[2]}")
        for route, view in VIEWS.items()
    ),
]
