"""What is kept of people, why and for how long: one declaration, which the public page shows and a test holds to the
models. Whoever adds a model says here what it keeps of anybody, or that it keeps nothing."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class KeptData:
    """One kind of thing that is kept of people: what, why, until when. `models`: the labels of the models that hold
    it; none where it stands in a file or on somebody's own phone. `is_public`: strangers may see something of it."""

    what: Promise
    why: Promise
    until: Promise
    models: tuple[str, ...] = ()
    is_public: bool = False


KEPT_DATA = (
    KeptData(
        _("Le nom de chaque joueur, et celui sous lequel il s’est montré à chaque soirée."),
        _("Pour l’asseoir, compter ce qu’il joue et le classer."),
        _("Tant que le club le garde. Il peut demander qu’on l’efface : « Joueur 12 » le remplace partout."),
        models=(
            "tournaments.Player",
            "tournaments.Entry",
            "tournaments.Renaming",
            "tournaments.Merge",
            "tournaments.Erasure",
            "tournaments.Team",
            "tournaments.SeatingExclusion",
            "tournaments.ExcludedEntry",
        ),
        is_public=True,
    ),
    KeptData(
        _(
            "Ce qu’un club note à côté du nom : licence, club d’origine, courriel, catégorie, remarque, cotisation, "
            "accord pour les photos."
        ),
        _("Pour tenir la liste du club. Tout y est facultatif."),
        _("Jusqu’à ce que le club l’ôte, ou que le nom soit effacé."),
        models=("tournaments.PlayerDetails",),
    ),
    KeptData(
        _(
            "Ce que chacun a écrit pour s’inscrire : son nom, son partenaire, un courriel, un téléphone, et les "
            "messages qu’il demande."
        ),
        _("Pour lui garder une place et le prévenir. Chaque message a un lien qui arrête les suivants."),
        _("Jusqu’à ce qu’il se retire ou que son nom soit effacé."),
        models=("tournaments.SignUp", "tournaments.SignUpMail"),
    ),
    KeptData(
        _("Ce que chacun doit et a payé pour une soirée."),
        _("Pour tenir la caisse."),
        _("Comme les comptes du club ; sous « Joueur 12 » si le nom est effacé."),
        models=("tournaments.Fee",),
    ),
    KeptData(
        _("Ce qui s’est joué : qui était assis où, les coups, les jetons, qui a dit que la feuille est juste."),
        _("C’est le livre des comptes : le classement en sort, et chaque ligne prouve la suivante."),
        _("Pour toujours ; le livre nomme des places, pas des personnes."),
        models=(
            "tournaments.Seat",
            "tournaments.Rest",
            "tournaments.RoundDraft",
            "tournaments.Record",
            "tournaments.Posting",
            "tournaments.LedgerLine",
            "tournaments.ChainLink",
            "tournaments.TableSummary",
            "tournaments.SeatSummary",
            "tournaments.KeptEvening",
            "tournaments.TokenCount",
            "tournaments.Confirmation",
            "tournaments.Agreement",
            "tournaments.Auction",
            "tournaments.UnplayedTable",
            "tournaments.Adjustment",
        ),
        is_public=True,
    ),
    KeptData(
        _("La photo d’une feuille de papier d’où l’on a marqué des coups, si le club le veut : noms et écritures."),
        _("Pour revoir le papier quand on discute d’un coup. Seul qui arbitre la voit."),
        _("Tant que le club garde la soirée. Elle part dès qu’un nom de sa table est effacé."),
        models=("tournaments.SheetPhoto",),
    ),
    KeptData(
        _("Ce que ses tables disent de l’adresse d’un joueur, avec ce qu’on n’en sait pas."),
        _(
            "Pour que le club voie si ses jeux en montrent, et tire une première ronde d’après cela s’il le veut. Ses "
            "pages publiques ne le montrent que s’il l’a choisi, et de ceux dont elles montrent le nom."
        ),
        _("Jusqu’au calcul suivant ; avec une ronde tirée d’après cela. Rien de qui n’en veut pas ni d’un nom effacé."),
        models=("tournaments.KeptRatings",),
        is_public=True,
    ),
    KeptData(
        _("Son rang dans une saison que son club joue avec d’autres clubs, sous le nom que son club montre à tous."),
        _("Pour classer ensemble ceux qui jouent dans des clubs voisins, et ces clubs entre eux."),
        _("Tant que son club y reste. S’il part, ses soirées en partent avec lui."),
        is_public=True,
    ),
    KeptData(
        _("Des mots libres : la raison d’une correction, d’un appel de l’arbitre, d’un désaccord."),
        _("Pour qu’on sache plus tard pourquoi un chiffre a changé."),
        _("Effacés avec un nom qu’ils disent. Pourquoi un coup fut redonné reste scellé dans le livre."),
        models=("tournaments.RecordReason", "tournaments.AuditReason", "tournaments.ArbiterCall"),
    ),
    KeptData(
        _("Le message que l’organisateur montre sur tous les écrans."),
        _("Pour dire à tous la même chose au même moment."),
        _("Plus montré à l’heure dite, gardé jusqu’au suivant. Un nom effacé en part."),
        models=("tournaments.HallMessage",),
        is_public=True,
    ),
    KeptData(
        _("Ce que disent les affiches d’une soirée : le lieu, l’heure, une phrase."),
        _("Pour l’annoncer."),
        _("Tant que le club garde la soirée. Un nom effacé en part."),
        models=("tournaments.PosterText",),
        is_public=True,
    ),
    KeptData(
        _("Qui a un billet de la tombola d’une soirée, et les lots."),
        _("Pour tirer les lots, et pour que chacun puisse refaire le tirage."),
        _("Tant que le club garde la soirée ; sous « Joueur 12 » si le nom est effacé."),
        models=("tournaments.Tombola",),
        is_public=True,
    ),
    KeptData(
        _("Le journal : ce que les organisateurs ont fait, quand, et qui a eu quel rôle au club."),
        _("Pour qu’on sache qui a changé quoi. Il ne se récrit pas, et garde le nom des comptes."),
        _("Aussi longtemps que le club."),
        models=("tournaments.AuditEntry", "tournaments.MemberChange", "tournaments.ClubChange"),
    ),
    KeptData(
        _("Les comptes des organisateurs : nom, courriel s’il est donné, mot de passe et seconde clé, langue, rôle."),
        _("Pour ouvrir leurs pages à eux seuls. Le mot de passe n’est gardé que haché."),
        _("Jusqu’à ce que le compte soit fermé."),
        models=(
            "auth.User",
            "account.EmailAddress",
            "account.EmailConfirmation",
            "mfa.Authenticator",
            "tournaments.Member",
            "tournaments.Language",
            "tournaments.Invitation",
        ),
    ),
    KeptData(
        _("Les clés avec lesquelles d’autres programmes lisent et écrivent : leur nom, qui les a faites, leur usage."),
        _("Pour qu’un club sache ce qu’il a confié à qui. La clé elle-même n’est gardée que hachée."),
        _("Aussi longtemps que le club : le journal les nomme."),
        models=("tournaments.ApiToken",),
    ),
    KeptData(
        _("Les numéros répondus à ce qu’un tel programme a envoyé, et une empreinte de l’envoi."),
        _("Pour que rien ne soit fait deux fois quand une réponse s’est perdue."),
        _("Un jour."),
        models=("tournaments.RememberedAnswer",),
    ),
    KeptData(
        _("Où un organisateur est connecté : le navigateur et la dernière visite."),
        _("Pour qu’il puisse fermer une session oubliée."),
        _("30 jours après la connexion, ou dès qu’il la ferme."),
        models=("sessions.Session",),
    ),
    KeptData(
        _("Combien de fois on s’est trompé de mot de passe ou de code, sans dire qui ni d’où."),
        _("Pour ralentir celui qui essaie au hasard."),
        _("Un jour."),
        models=("tournaments.TryCount", "tournaments.SpentCode"),
    ),
    KeptData(
        _("L’adresse de l’appareil qui se connecte, qui se trompe ou qui demande ce qui lui est refusé."),
        _("Pour reconnaître une attaque."),
        _("30 jours, dans un fichier de l’ordinateur du club."),
    ),
    KeptData(
        _("Les copies de sauvegarde de tout cela, sauf des sessions."),
        _("Pour que rien ne se perde avec un ordinateur."),
        _("Un jour toutes, 30 jours une par jour, un an une par mois. Un nom effacé y reste jusque-là."),
    ),
    KeptData(
        _("Ce qui attend de partir vers un programme que le club prévient : ce que disent les pages publiques."),
        _("Pour que le site du club ou un tableau de marque suive la soirée."),
        _("Jusqu’à ce que ce soit parti, sept jours au plus. Ce qui est parti est à ce programme."),
        models=("tournaments.Delivery",),
    ),
    KeptData(
        _("Les documents préparés à imprimer."),
        _("Pour qu’un long document se prépare pendant que la soirée continue."),
        _("Une heure ; aussitôt effacés quand un nom l’est. Ce qui est imprimé est au club."),
    ),
    KeptData(
        _("Sur votre téléphone : la clé de votre table, ce qui est tapé et pas encore parti, votre langue."),
        _("Pour que rien ne se perde sans réseau. Aucun traceur, rien pour d’autres sites."),
        _("Jusqu’à ce que vous effaciez les données de ce site."),
    ),
)
IMPERSONAL_MODELS = (
    "auth.Group",
    "auth.Group_permissions",
    "auth.Permission",
    "auth.User_groups",
    "auth.User_user_permissions",
    "contenttypes.ContentType",
    "tournaments.Account",
    "tournaments.ChangeMark",
    "tournaments.Club",
    "tournaments.ClubPicture",
    "tournaments.ClubPreset",
    "tournaments.JetonWorth",
    "tournaments.JoinedClub",
    "tournaments.OutboxEntry",
    "tournaments.Prize",
    "tournaments.Receiver",
    "tournaments.PublicationTarget",
    "tournaments.Round",
    "tournaments.Season",
    "tournaments.SeasonTournament",
    "tournaments.SignUpTerms",
    "tournaments.Table",
    "tournaments.TableTablet",
    "tournaments.Tournament",
)
"""The models that keep nothing of anybody."""
