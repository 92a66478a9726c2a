"""Arguments of `simulate` that make no sense: status 2 and a sentence that helps (section 12).

Nothing is played, nothing is printed on standard output, and there is never a traceback: one
would be an exception here, since these run within this process.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import main
from tests.commands.running import PRESETS, engine
from tests.strategies import VALUES, examples

HUGE, ENDLESS = "9" * 30, "9" * 5000  # Python reads no number of 5000 digits
D, C, THREE = ("--preset", "desmoche"), ("--preset", "conquian"), ("--preset", "conquian_three")


def overriding(*settings: str, preset: str = "desmoche") -> tuple[str, ...]:
    return ("--preset", preset, *(word for text in settings for word in ("--set", text)))


# Arguments after `simulate` → what the sentence must name for it to be of help.
REFUSED: list[tuple[tuple[str, ...], str]] = [
    ((), "--preset"),
    (("--preset",), "--preset"),
    (("--preset", "poker"), "conquian_three"),
    (("--preset", ""), "conquian_three"),
    (("--preset", "Desmoche"), "desmoche"),
    ((*D, "--shuffle"), "--shuffle"),
    ((*D, "ana"), "ana"),
    # Seats: whole, 2 to 4, and as the rules have it (R2).
    ((*D, "--seats", "5"), "2 to 4"),
    ((*D, "--seats", "1"), "2 to 4"),
    ((*D, "--seats", "0"), "2 to 4"),
    ((*D, "--seats", "-2"), "2 to 4"),
    ((*D, "--seats", HUGE), "2 to 4"),
    ((*D, "--seats", "two"), "two"),
    ((*D, "--seats", "2.0"), "2.0"),
    ((*D, "--seats", "٣"), "2 to 4"),
    ((*D, "--seats", ""), "2 to 4"),
    ((*C, "--seats", "3"), "2"),
    ((*THREE, "--seats", "2"), "3"),
    ((*overriding("seats=2,3"), "--seats", "4"), "2 to 3"),
    ((*overriding("seats=3,4"), "--seats", "2"), "3 to 4"),
    # Numbers.
    ((*D, "--hands", "-1"), "--hands"),
    ((*D, "--hands", "1.5"), "--hands"),
    ((*D, "--hands", HUGE), "--hands"),
    ((*D, "--hands", "many"), "--hands"),
    ((*D, "--seed", "-1"), "--seed"),
    ((*D, "--seed", str(2**53)), "--seed"),
    ((*D, "--seed", HUGE), "--seed"),
    ((*D, "--seed", "x"), "--seed"),
    ((*D, "--seed", ENDLESS), "--seed"),
    ((*D, "--bet", "0"), "--bet"),
    ((*D, "--bet", "-5"), "--bet"),
    ((*D, "--bet", HUGE), "--bet"),
    ((*D, "--bet", str(2**53)), "--bet"),
    ((*D, "--stack", "0"), "--stack"),
    ((*D, "--stack", "-1000"), "--stack"),
    ((*D, "--stack", HUGE), "--stack"),
    ((*D, "--stack", "1e3"), "--stack"),
    ((*D, "--bet", "10", "--stack", "9"), "stack"),
    ((*D, "--bet", "1001"), "stack"),
    ((*D, "--stack", "4"), "bet"),
    # Policies: one, or one for each seat.
    ((*D, "--policy", "clever"), "greedy"),
    ((*D, "--policy", ""), "greedy"),
    ((*D, "--policy", "bot,bot"), "4"),
    ((*D, "--policy", "bot,bot,bot,bot,bot"), "4"),
    ((*D, "--policy", "bot,bot,bot,"), "random"),
    ((*D, "--policy", "bot,bot,bot,clever"), "random"),
    ((*D, "--seats", "3", "--policy", "bot,greedy"), "3"),
    ((*C, "--policy", "bot,greedy,random"), "2"),
    # House rules (R2).
    (overriding("jokers=2"), "jokers"),
    (overriding(""), "house rule"),
    (overriding("=5"), "house rule"),
    (overriding("Cut=no"), "Cut"),
    (overriding("preset=conquian"), "preset"),
    (overriding("cut"), "cut"),
    (overriding("side_games"), "side_games"),
    (overriding("cut="), "true or false"),
    (overriding("cut=maybe"), "true or false"),
    (overriding("cut=1"), "true or false"),
    (overriding("deck=41"), "52 or 40"),
    (overriding("deck=fifty"), "52 or 40"),
    (overriding("hand_size=11"), "8-10"),
    (overriding("hand_size=7"), "8-10"),
    (overriding("hand_size=-9"), "8-10"),
    (overriding("hand_size=9.0"), "8-10"),
    (overriding("hand_size="), "8-10"),
    (overriding(f"hand_size={HUGE}"), "8-10"),
    (overriding(f"hand_size={ENDLESS}"), "8-10"),
    (overriding("max_run=2"), "3-10"),
    (overriding("max_run=11"), "3-10"),
    (overriding("seats=2"), "[min, max]"),
    (overriding("seats="), "[min, max]"),
    (overriding("seats=3,2"), "[min, max]"),
    (overriding("seats=1,4"), "2-4"),
    (overriding("seats=2,5"), "2-4"),
    (overriding("seats=2,3,4"), "[min, max]"),
    (overriding("seats=2,x"), "[min, max]"),
    (overriding("forcing=sometimes"), "by_opponent"),
    (overriding("side_games=poker"), "tres_cuerpos"),
    (overriding("side_games=oro,oro"), "side_games"),
    (overriding("side_games=,"), "side_games"),
    (overriding("automatic_wins=all"), "peladilla"),
    (overriding("next_dealer=loser"), "winner_starts"),
    # What presets fix (R2).
    (overriding("automatic_wins=color", preset="conquian"), "automatic_wins"),
    (overriding("automatic_wins=color", preset="conquien"), "automatic_wins"),
    (overriding("play_everything=true", preset="conquien"), "play_everything"),
    (overriding("side_games=flor", preset="conquien"), "oro"),
    (overriding("side_games=oro", preset="conquian_mexican"), "side games"),
    # What can't be dealt (R3.2).
    (overriding("deck=40", "hand_size=10"), "fewer seats"),
    ((*overriding("seats=2,4", preset="conquian"), "--seats", "4"), "fewer seats"),
    (overriding("seats=4,4", preset="conquian"), "leave no card"),
]


def assert_a_sentence(stderr: str, helps: str) -> None:
    """After the usage one line, of a length that one reads, and with what it is about."""
    *usage, last = stderr.splitlines()
    assert usage[0].startswith("usage: python -m engine")
    sentence = re.fullmatch(r"python -m engine(?: simulate)?: error: (.{12,240})", last)
    assert sentence, stderr
    assert helps in sentence[1]
    assert "Traceback" not in stderr


@pytest.mark.parametrize(
    ("arguments", "helps"), REFUSED, ids=[repr(" ".join(words)[:80]) for words, _ in REFUSED]
)
def test_refused(
    arguments: tuple[str, ...], helps: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", *arguments])
    assert stopped.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert_a_sentence(said.err, helps)


@pytest.mark.parametrize(
    ("arguments", "helps"),
    [
        ((), "COMMAND"),
        (("shuffle",), "simulate"),
        (("simulate", *C, "--seats", "3"), "2"),
        (("simulate", *D, "--hands", HUGE), "--hands"),
        (("simulate", *overriding("deck=40", "hand_size=10")), "fewer seats"),
        (("simulate", *overriding("hand_size=\udcff")), "8-10"),
    ],
    ids=["no command", "no such command", "seats", "huge", "can't be dealt", "not even text"],
)
def test_a_process_ends_with_status_2(arguments: tuple[str, ...], helps: str) -> None:
    """The same for who calls it from a shell."""
    done = engine(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert_a_sentence(done.stderr.decode(), helps)


WORDS = st.one_of(
    st.text(max_size=12), st.integers().map(str), st.sampled_from(("2,3", "oro,flor", "true", ","))
)
SETTINGS = st.builds("{}={}".format, st.sampled_from((*VALUES, "seats", "side_games", "")), WORDS)


@examples(100)
@given(
    preset=st.sampled_from((*PRESETS, "", "poker")),
    settings=st.lists(st.one_of(SETTINGS, WORDS), max_size=3),
    option=st.sampled_from(("--seats", "--seed", "--bet", "--stack", "--policy")),
    value=WORDS,
)
def test_any_arguments_at_all(preset: str, settings: list[str], option: str, value: str) -> None:
    """Hands are played, or the status is 2; nothing else comes out of `main`."""
    chosen = [f"--set={setting}" for setting in settings]
    try:
        status = main(["simulate", "--preset", preset, *chosen, f"{option}={value}", "--quiet"])
    except SystemExit as stopped:
        status = 2 if stopped.code == 2 else 1
    assert status in (0, 2)
