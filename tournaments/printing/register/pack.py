"""Register of the documents that a tournament needs to go on without its computer."""

from django.utils.translation import gettext_lazy as _

from tournaments.printing import backup_pack
from tournaments.printing.document import Document
from tournaments.printing.print_stage import has_expected
from tournaments.printing.remainder import has_rounds_to_draw

SOMEBODY_FIRST = _("Inscrivez d’abord des joueurs.")

PACK_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "paper-guide",
        _("Finir la soirée sur papier"),
        _("Une page : que faire, pas à pas, quand l’ordinateur s’arrête, et comment tout reprendre ensuite."),
        "prints/paper_guide.html",
        backup_pack.build_guide,
        has_expected,
        SOMEBODY_FIRST,
        (),
        build_left=backup_pack.build_left_guide,
    ),
    Document(
        "running-totals",
        _("Liste cumulative"),
        _("Chacun par nom, une case pour son numéro, et à chaque ronde son gain et son total : à remplir à la main."),
        "prints/running_totals.html",
        backup_pack.build_running_totals,
        has_expected,
        SOMEBODY_FIRST,
        (),
        build_left=backup_pack.build_left_totals,
    ),
    Document(
        "ready-draws",
        _("Tirages prêts"),
        _("Toutes les rondes, par numéros, pour deux joueurs de moins à deux de plus ; les rondes prévues, par noms."),
        "prints/ready_draws.html",
        backup_pack.build_ready_draws,
        has_expected,
        SOMEBODY_FIRST,
        (),
        build_left=backup_pack.build_left_draws,
        is_left=has_rounds_to_draw,
    ),
    Document(
        "spare-sheets",
        _("Feuilles de marque sans noms"),
        _("De quoi marquer toutes les rondes même si les tables changent : on y écrit les noms à la main."),
        "prints/sheets.html",
        backup_pack.build_spare_sheets,
        has_expected,
        SOMEBODY_FIRST,
        (),
        build_left=backup_pack.build_left_spare_sheets,
    ),
)
