"""The page of the backups: how they stand, the second folder, one to take away, and restoring one."""

from dataclasses import asdict
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.background.jobs import open_jobs
from config.background.kinds import BACKUP, PREVIEW, RESTORE
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.models import Club, Member
from tournaments.models.clubs import FIRST_CLUB
from tournaments.models.rights import Role
from tournaments.upkeep.backups import encryption, restoring
from tournaments.upkeep.backups.encryption import BackupKey, decrypt
from tournaments.upkeep.backups.folders import BACKUP_FOLDER, PLAIN, name_backup, read_second_folder, save_second_folder
from tournaments.upkeep.backups.preview import BackupPreview, ComparedTournament
from tournaments.upkeep.backups.state import BackupState, read_state, save_state
from tournaments.views.organiser.club import backups

pytestmark = [pytest.mark.book, pytest.mark.django_db]
PHRASE = "trois as et un sept"


@pytest.fixture(autouse=True)
def started(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """A var folder of its own, cheap keys, and the commands that pages start, which do not run."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(encryption, "SCRYPT_COST", {"n": 16, "r": 8, "p": 1})
    monkeypatch.setattr(backups, "start_command", lambda *words: commands.append(words))
    monkeypatch.setattr(backups, "list_sticks", list)
    monkeypatch.setattr(restoring, "wake_keeper", lambda _var: None)
    return commands


@pytest.fixture
def owner() -> Client:
    return sign_in_organiser()[0]


def put_backup(settings: Any, content: bytes = b"archive") -> str:
    """Put a backup into the first folder, with the state of a good one. Return its name."""
    now = timezone.now()
    folder = settings.VAR_DIR / BACKUP_FOLDER
    folder.mkdir(exist_ok=True)
    name = name_backup(now, PLAIN)
    (folder / name).write_bytes(content)
    save_state(BackupState(file=name, at=now.isoformat(), looked_at=now.isoformat()))
    return name


def read_page(client: Client, address: str = "/desk/backups") -> str:
    return client.get(address).content.decode()


def test_the_first_page_the_state_and_the_backups_say_that_there_is_none_and_when_the_last_was(
    owner: Client, settings: Any
) -> None:
    create_draft_evening(Club.objects.get())
    for address in ("/desk/", "/desk/status", "/desk/backups"):
        assert owner.get(address).context["health"].state.made_at is None
        assert 'role="alert"' in read_page(owner, address)
    put_backup(settings)
    for address in ("/desk/", "/desk/status", "/desk/backups"):
        page = read_page(owner, address)
        assert "Dernière bonne" in page
        assert f"{timezone.localtime():%Y}" in page
        assert 'role="alert"' not in page
    save_state(read_state(), trouble="full", looked_at=(timezone.now() - timedelta(days=1)).isoformat())
    assert owner.get("/desk/").context["backup_trouble"]
    save_state(read_state(), trouble="unsound", detail="table 3")
    assert "table 3" in read_page(owner)
    assert "table 3" not in read_page(owner, "/desk/")


def test_the_first_page_has_no_alarm_while_there_is_nothing_to_lose(owner: Client) -> None:
    assert 'role="alert"' not in read_page(owner, "/desk/")
    create_draft_evening(Club.objects.get())
    assert 'role="alert"' in read_page(owner, "/desk/")


def test_who_may_make_a_backup_is_not_sent_to_somebody_else(owner: Client) -> None:
    assert "parlez-en" not in read_page(owner)


def test_the_state_says_that_there_is_nothing_to_do_only_without_an_alarm(owner: Client, settings: Any) -> None:
    assert "Rien à" not in read_page(owner, "/desk/status")
    put_backup(settings)
    assert "Rien à" in read_page(owner, "/desk/status")


def test_who_does_not_own_the_installation_sees_how_they_stand_and_cannot_reach_them(settings: Any) -> None:
    client, club = sign_in_organiser()
    Member.objects.filter(club=club).update(role=Role.ORGANISER)
    get_user_model().objects.update(is_superuser=False)
    create_draft_evening(club)
    assert client.get("/desk/").context["health"].is_red
    assert "/desk/backups" not in read_page(client, "/desk/")
    assert client.get("/desk/backups").status_code == 403


def test_a_backup_is_made_on_demand_and_at_the_closing_of_an_evening(
    settings: Any, started: list[tuple[str, ...]]
) -> None:
    client, club = sign_in_organiser()
    answer = client.post("/desk/backups/now", follow=True)
    assert answer.status_code == 200
    assert started == [("backup",)]
    assert answer.redirect_chain[-1][0] == "/desk/backups?asked=yes"
    assert "aucune copie" not in answer.content.decode()
    tournament = create_open_evening(club)
    client.post(f"/desk/event/{tournament.pk}/close", {"anyway": "yes"})
    assert open_jobs(settings.VAR_DIR).has_waiting(BACKUP)


@pytest.mark.parametrize(
    ("typed", "again", "folder", "says"),
    [
        ("court", "court", "{tmp}/stick", "au moins 12 signes"),
        (PHRASE, PHRASE + "x", "{tmp}/stick", "ne sont pas les mêmes"),
        (PHRASE, PHRASE, "stick", f"commence par {Path.cwd().anchor}"),
        (PHRASE, PHRASE, "", "Choisissez un dossier"),
        (PHRASE, PHRASE, "{tmp}/nowhere/stick", "n’existe pas"),
        (PHRASE, PHRASE, "{tmp}/var/backups", "Corbillon lui-même"),
        (PHRASE, PHRASE, "{tmp}/file/", "Rien ne peut être écrit"),
        (PHRASE, PHRASE, "{tmp}/a\0b", "Choisissez un dossier"),
    ],
)
def test_a_second_folder_that_cannot_be_is_refused_in_one_sentence(
    owner: Client, tmp_path: Path, typed: str, again: str, folder: str, says: str
) -> None:
    (tmp_path / "file").touch()
    answer = owner.post("/desk/backups/folder", {"phrase": typed, "again": again, "typed": folder.format(tmp=tmp_path)})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert read_second_folder() is None


def test_a_second_folder_is_chosen_shown_and_given_up(owner: Client, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    form = {"phrase": PHRASE, "again": PHRASE, "typed": str(folder)}
    assert owner.post("/desk/backups/folder", form).status_code == 302
    assert str(folder) in read_page(owner)
    assert folder.is_dir()
    save_state(read_state(), second_trouble="gone", looked_at=timezone.now().isoformat())
    for address in ("/desk/backups", "/desk/"):
        assert owner.get(address).context["second_trouble"], address
    owner.post("/desk/backups/folder/forget")
    assert read_second_folder() is None
    assert folder.is_dir()


def test_a_backup_to_take_away_is_encrypted(owner: Client, settings: Any) -> None:
    form = {"take-phrase": PHRASE, "take-again": PHRASE}
    assert owner.post("/desk/backups/take", form).context["take_form"].errors, "there is none yet"
    put_backup(settings, b"PK archive")
    assert owner.post("/desk/backups/take", form | {"take-again": "?"}).status_code == 422
    answer = owner.post("/desk/backups/take", form)
    assert decrypt(answer.content, PHRASE) == b"PK archive"
    assert ".corbillon" in answer["Content-Disposition"]


def test_an_encrypted_backup_is_chosen_with_its_phrase_alone(
    owner: Client, settings: Any, tmp_path: Path, started: list[tuple[str, ...]]
) -> None:
    save_second_folder(tmp_path, BackupKey.derive(PHRASE))
    file = tmp_path / name_backup(timezone.now(), ".corbillon")
    file.write_bytes(encryption.encrypt(b"PK archive", BackupKey.derive(PHRASE)))
    form = {"restore-file": str(file), "restore-phrase": "quatre rois"}
    wrong = owner.post("/desk/backups/choose", form)
    is_file = connection.vendor == "sqlite"  # with PostgreSQL no page restores anything
    assert wrong.status_code == 422
    assert ("phrase" in wrong.context["restore_form"].errors) == is_file
    foreign = form | {"restore-file": str(settings.VAR_DIR / "organiser.txt")}
    assert owner.post("/desk/backups/choose", foreign).status_code == 422
    assert not started
    if is_file:
        assert owner.post("/desk/backups/choose", form | {"restore-phrase": PHRASE}).status_code == 302
        jobs = open_jobs(settings.VAR_DIR)
        assert jobs.has_waiting(PREVIEW)
        assert "hx-get" in read_page(owner, "/desk/backups/restore")
        job = jobs.take(PREVIEW)
        assert job
        assert "hx-get" in read_page(owner, "/desk/backups/restore")
        jobs.finish(job, "")
        assert "hx-get" not in read_page(owner, "/desk/backups/restore"), "its process died"
        assert (settings.VAR_DIR / "restoring" / "candidate.zip").read_bytes() == b"PK archive"


def examine(settings: Any, **found: Any) -> None:
    """Put a candidate whose check is over."""
    folder = settings.VAR_DIR / restoring.CANDIDATE_FOLDER
    folder.mkdir()
    now = timezone.now()
    restoring.save_candidate(
        restoring.RestoreCandidate("corbillon-x.zip", now.isoformat(), "user:1", "digest", **found)
    )


def test_what_would_be_lost_is_shown_and_must_be_acknowledged(owner: Client, settings: Any) -> None:
    lost = [
        ComparedTournament("Soirée d’hier", "2026-11-21", 12, 9, 3, False),
        ComparedTournament("Soirée de demain", "2026-11-23", 0, 0, 0, True),
    ]
    preview = BackupPreview([FIRST_CLUB], 1, 6, 9, timezone.now().isoformat(), ["nadia"], lost, ["Zoé"], ["karl"])
    examine(settings, preview=asdict(preview))
    page = read_page(owner, "/desk/backups/restore")
    for words in ("3 écritures", "3", "sur 12", "Soirée de demain", "pas du tout", "Zoé", "karl", "prochain démarrage"):
        assert words in page
    assert "Our club" in owner.get("/desk/backups/restore", headers={"accept-language": "en"}).content.decode()
    refused = owner.post("/desk/backups/restore/now")
    assert refused.status_code == 422
    assert "Cochez" in refused.content.decode()
    assert not open_jobs(settings.VAR_DIR).has_waiting(RESTORE)
    assert "relancez-le" in owner.post("/desk/backups/restore/now", {"sure": "yes"}).content.decode()
    (order,) = open_jobs(settings.VAR_DIR).list_jobs(RESTORE)
    assert order.state == "waiting"
    assert order.arguments == ["digest"]


def test_a_backup_that_is_not_sound_or_not_checked_is_not_restored(owner: Client, settings: Any) -> None:
    assert owner.get("/desk/backups/restore").status_code == 302
    examine(settings, trouble="table 3 : abîmée")
    assert "table 3" in read_page(owner, "/desk/backups/restore")
    owner.post("/desk/backups/restore/now", {"sure": "yes"})
    assert not open_jobs(settings.VAR_DIR).has_waiting(RESTORE)
    owner.post("/desk/backups/restore/cancel")
    assert restoring.read_candidate() is None


def test_a_restore_that_fails_leaves_all_as_it_was_and_the_page_says_why(owner: Client, settings: Any) -> None:
    examine(settings)
    candidate = restoring.read_candidate()
    assert candidate
    (settings.VAR_DIR / restoring.CANDIDATE_FOLDER / restoring.ARCHIVE_FILE).write_bytes(b"not what was checked")
    trouble = restoring.restore_candidate(candidate.digest).trouble
    assert trouble
    assert restoring.read_candidate() is None
    assert trouble in unescape(read_page(owner))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a laptop has one folder")
def test_every_server_reads_how_the_backups_of_another_stand(settings: Any, tmp_path: Path) -> None:
    save_state(read_state(), file="corbillon.zip", trouble="full")
    settings.VAR_DIR = tmp_path
    assert (read_state().file, read_state().trouble) == ("corbillon.zip", "full")
