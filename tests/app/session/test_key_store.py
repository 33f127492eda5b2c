from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

from app.session.key_store import SERVICE, KeyStoreError, TokenStore, _store_of_system
from app.wording.session import SessionWording
from tests.fakes.key_store import FakeKeyStore
from tests.fakes.waiting import eventually
from tests.tools.sentences import says

ROBOT = "galileo://10.0.0.7:3547"
SENTINEL = "s3ntinel-token"


async def test_a_token_is_found_again_under_the_address_of_its_robot() -> None:
    store = FakeKeyStore()
    tokens = TokenStore(lambda: store)
    await tokens.save(ROBOT, SENTINEL)

    assert store.kept == {(SERVICE, ROBOT): SENTINEL}
    assert await tokens.find(ROBOT) == SENTINEL
    assert await tokens.find("galileo://10.0.0.8:3547") == ""


async def test_a_forgotten_token_is_gone_and_forgetting_none_is_no_fault() -> None:
    store = FakeKeyStore()
    tokens = TokenStore(lambda: store)
    await tokens.save(ROBOT, SENTINEL)
    await tokens.delete(ROBOT)
    await tokens.delete(ROBOT)

    assert store.kept == {}


async def test_without_a_key_store_nothing_is_found_and_nothing_can_be_kept() -> None:
    tokens = TokenStore(lambda: None)

    assert await tokens.store_name() == ""
    assert await tokens.find(ROBOT) == ""
    await tokens.delete(ROBOT)
    with pytest.raises(KeyStoreError, check=says(SessionWording.NO_KEY_STORE)) as raised:
        await tokens.save(ROBOT, SENTINEL)
    assert raised.value.tip


async def test_a_locked_store_is_told_apart_and_has_a_tip() -> None:
    store = FakeKeyStore()
    store.locked = True

    with pytest.raises(KeyStoreError, check=says(SessionWording.KEYS_LOCKED, store="Fake Wallet")) as raised:
        await TokenStore(lambda: store).find(ROBOT)
    assert raised.value.tip == SessionWording.UNLOCK_KEYS()


async def test_an_error_of_the_store_never_carries_the_token(caplog: pytest.LogCaptureFixture) -> None:
    store = FakeKeyStore()
    store.fails = True

    with pytest.raises(
        KeyStoreError, check=says(SessionWording.KEYS_FAILED, store="Fake Wallet", kind="RuntimeError")
    ) as raised:
        await TokenStore(lambda: store).save(ROBOT, SENTINEL)
    error: BaseException | None = raised.value
    while error is not None:
        assert SENTINEL not in f"{error} {error!r} {error.args}"
        error = error.__cause__ or error.__context__
    assert SENTINEL not in caplog.text


async def test_a_store_that_can_not_be_looked_for_is_a_sentence_too() -> None:
    def find_store() -> FakeKeyStore:
        raise OSError("no bus")

    tokens = TokenStore(find_store)
    with pytest.raises(
        KeyStoreError, check=says(SessionWording.KEYS_FAILED, store=SessionWording.KEY_STORE(), kind="OSError")
    ):
        await tokens.find(ROBOT)
    assert await tokens.store_name() == ""


async def test_nothing_of_a_token_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    store = FakeKeyStore()
    tokens = TokenStore(lambda: store)
    with caplog.at_level(logging.DEBUG):
        await tokens.save(ROBOT, SENTINEL)
        await tokens.find(ROBOT)
        await tokens.delete(ROBOT)

    assert ROBOT in caplog.text
    assert SENTINEL not in caplog.text
    assert SENTINEL not in repr(tokens)


async def test_a_store_that_asks_the_user_holds_up_nobody_and_is_asked_one_thing_at_a_time() -> None:
    store = FakeKeyStore()
    store.kept[SERVICE, ROBOT] = SENTINEL
    store.open.clear()
    tokens = TokenStore(lambda: store)
    questions = [asyncio.get_running_loop().create_task(tokens.find(ROBOT), name=str(n)) for n in range(3)]
    await eventually(lambda: store.asked == 1)
    await asyncio.sleep(0.05)

    assert store.asked == 1
    assert not any(question.done() for question in questions)
    assert threading.get_ident() not in store.threads
    store.open.set()
    assert await asyncio.gather(*questions) == [SENTINEL] * 3


async def test_a_question_that_nobody_waits_for_any_more_is_not_asked() -> None:
    store = FakeKeyStore()
    store.open.clear()
    tokens = TokenStore(lambda: store)
    first = asyncio.get_running_loop().create_task(tokens.find(ROBOT), name="first")
    await eventually(lambda: store.asked == 1)
    second = asyncio.get_running_loop().create_task(tokens.find(ROBOT), name="second")
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    store.open.set()

    assert await first == ""
    assert store.asked == 1


def test_the_library_of_key_stores_is_loaded_only_when_it_is_needed() -> None:
    code = "import sys, app.session.key_store; sys.exit('keyring' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class PlainFile(FakeKeyStore):
    """As `keyrings.alt` has one."""

    priority = 0.5


def test_a_store_that_is_a_readable_file_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[object] = [PlainFile()]
    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_keyring=lambda: chosen[0]))
    assert _store_of_system() is None

    chosen[0] = store = FakeKeyStore()
    assert _store_of_system() is store


def test_of_several_stores_the_first_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    store = FakeKeyStore()
    chainer = SimpleNamespace(priority=10, backends=[store, FakeKeyStore(), PlainFile()])
    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_keyring=lambda: chainer))

    assert _store_of_system() is store


@pytest.mark.parametrize("backend", ["keyring.backends.null.Keyring", "keyring.backends.fail.Keyring"])
def test_what_only_stands_for_a_key_store_counts_as_none(backend: str) -> None:
    code = (
        "import asyncio; from app.session.key_store import TokenStore\n"
        "async def ask():\n"
        "    tokens = TokenStore()\n"
        "    print(repr(await tokens.store_name()), repr(await tokens.find('galileo://robot')))\n"
        "asyncio.run(ask())"
    )
    command = [sys.executable, "-c", code]
    environ = {"PYTHON_KEYRING_BACKEND": backend}
    ended = subprocess.run(command, env=environ, check=True, capture_output=True, text=True)

    assert ended.stdout == "'' ''\n"


def test_a_program_ends_though_the_key_store_still_asks_the_user() -> None:
    code = (
        "import asyncio, time; from app.session.key_store import TokenStore\n"
        "async def ask():\n"
        "    task = asyncio.get_running_loop().create_task(TokenStore(lambda: time.sleep(600)).find('galileo://robot'))\n"
        "    await asyncio.sleep(0.2)\n"
        "asyncio.run(ask())"
    )

    # the timeout is the assertion
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
