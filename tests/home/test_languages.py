"""Every text that people read can be said in every language, and all languages are complete."""

from __future__ import annotations

import ast
import asyncio
import gettext
import importlib.util
import json
import os
import pickle
import re
import string
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tabuleiro.cli.main import COMMANDS, main
from tabuleiro.core import errors
from tabuleiro.core.errors import BadOption
from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import find, names
from tabuleiro.core.words import both, later, later_many, read_spelled, say, say_many, spelled, tell
from tabuleiro.draw.prose import standing
from tabuleiro.draw.speech import spoken_board
from tabuleiro.draw.svg import svg
from tabuleiro.home.languages import LOCALE, VARIABLES, choose, languages, preferred, speaking, spoken
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session
from tabuleiro.table.rulebook import rules

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OTHERS = languages()[1:]
ENGLISH = re.compile(r"\b(the|of|and|with|who|is|are|not|to|turns?|board|players?|begins?)\b", re.IGNORECASE)


def load_tool():
    spec = importlib.util.spec_from_file_location("words_tool", os.path.join(ROOT, "tools", "words.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = load_tool()


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield
    choose("en")


# ── Several readers ──


def test_two_readers_read_two_languages_at_once():
    from contextvars import copy_context

    choose("pt")
    with speaking("en"):
        inner = copy_context()
        assert (spoken(), say("the board")) == ("en", "the board")
        with speaking("pt"):
            assert spoken() == "pt"
            assert say_many("Thinking: {count} position", "Thinking: {count} positions", 1) != "Thinking: 1 position"
        assert spoken() == "en"
    assert spoken() == "pt"
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(spoken).result() == "pt"
        assert pool.submit(inner.run, spoken).result() == "en"


def read_at(meeting, game, language):
    """How the ended *game* reads in *language*, once the other reader speaks too."""
    with speaking(language):
        yield
        meeting.add(language)
        while len(meeting) < 2:
            yield
        try:
            game.play(0, "b6-b5")
        except errors.NotNow as error:
            told = str(error)
            kept = pickle.loads(pickle.dumps(error))
        assert str(kept) == told and kept.words.key == "the game is over: {reason}"
        yield (
            say(game.outcome.reason),
            told,
            standing(game.game, game.state, game.outcome),
            spoken_board(game.game, game.state)[0],
        )


READ = {
    "en": (
        "Black resigned", "the game is over: Black resigned", "White wins: Black resigned",
        "Row 8: white man b8 to g8; 2 empty.",
    ),
    "pt": (
        "Preto desistiu", "a partida terminou: Preto desistiu", "Branco ganha: Preto desistiu",
        "Linha 8: peão branco b8 a g8; casas vazias: 2.",
    ),
}  # fmt: skip


def ended():
    session = Session(find("eximo"), Random(0))
    session.resign(1)
    return session


def test_two_tasks_read_one_game_in_two_languages_at_once():
    async def read(meeting, game, language):
        heard = []
        for words in read_at(meeting, game, language):
            heard.append(words)
            await asyncio.sleep(0)
        return heard[-1]

    async def both_read():
        meeting, game = set(), ended()
        return await asyncio.gather(*(read(meeting, game, language) for language in READ))

    assert asyncio.run(both_read()) == list(READ.values())


def test_two_threads_read_one_game_in_two_languages_at_once():
    meeting, game = set(), ended()
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda language: list(read_at(meeting, game, language))[-1], READ)
        assert list(found) == list(READ.values())


def test_a_strangers_words_are_only_filled_in():
    said = later_many("{count} turn of {seat}", "{count} turns of {seat}", 3, seat=later("White"))
    again = read_spelled(json.loads(json.dumps(spelled(said))))
    assert again == said == "3 turns of White" and spelled(again) == spelled(said)
    assert pickle.loads(pickle.dumps(said)).values == said.values
    for key in ("{a.__class__}", "{a:>99999999}", "{a!r}", "{}", "{b}", "{", "{a[0]}", "a\nb", "{a}" * 400):
        assert read_spelled({"key": key, "values": {"a": "words"}}) is None
    assert read_spelled({"key": "{a}", "values": {"a": ["x"]}}) is None
    deep = {"key": "x", "values": {}}
    for _ in range(50):
        deep = {"key": "{a}", "values": {"a": deep}}
    assert read_spelled(deep) is None


def test_words_for_one_and_for_many_can_be_filled_in_by_others():
    assert both("{count} turn", "{count} turns") == ("{count} turn", "{count} turns")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("pt-PT,pt;q=0.9,en;q=0.8", "pt"),
        ("de, en;q=0.5, pt;q=0.7", "pt"),
        ("de-CH", "en"),
        ("*;q=x, pt", "pt"),
        ("en-GB, pt", "en"),
    ],
)
def test_browser_is_answered_in_the_language_it_prefers(accepted, language):
    assert preferred(accepted) == language


# ── Choosing ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LANG": "pt"}, "pt"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({"LANG": ".."}, "en"),
        ({"LC_MESSAGES": "pt_PT@euro", "LANG": "en_US.UTF-8"}, "pt"),
        ({"LC_ALL": "C", "LC_MESSAGES": "pt_PT", "LANG": "pt_PT"}, "en"),
        ({"LC_ALL": "", "LANG": "pt_PT"}, "pt"),
        ({"TABULEIRO_LANG": "pt", "LC_ALL": "C"}, "pt"),
        ({"TABULEIRO_LANG": "en", "LC_ALL": "pt_PT"}, "en"),
    ],
)
def test_the_locale_chooses(monkeypatch, variables, language):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert choose() == spoken() == language


@pytest.mark.parametrize("lang", ["pt", "PT", "pt-PT", "pt_BR.UTF-8"])
def test_who_names_a_language_gets_it(monkeypatch, lang):
    monkeypatch.setenv("LC_ALL", "C")
    assert choose(lang) == "pt"
    assert say("{seat} to play", seat="Ana") == "Ana a jogar"
    assert choose("en") == "en"
    assert say("{seat} to play", seat="Ana") == "Ana to play"


@pytest.mark.parametrize("lang", ["xx", "", "..", "portuguese"])
def test_a_language_that_nobody_speaks_is_refused(lang):
    choose("pt")
    with pytest.raises(BadOption, match="en, pt"):
        choose(lang)
    assert spoken() == "pt"


def test_what_has_no_translation_is_said_as_it_is():
    choose("pt")
    assert say("") == ""
    assert say("no such words") == later("no such words") == "no such words"
    assert tell("White\n\nno such words\n\nBlack") == "Branco\n\nno such words\n\nPreto"


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [("en", "1 turn", "{} turns"), ("pt", "1 jogada", "{} jogadas")],
)
def test_words_go_with_their_number(language, one, more):
    choose(language)
    for count in (0, 1, 2, 21):
        words = say_many("{count} turn", "{count} turns", count)
        assert words == (one if count == 1 else more.format(count))
    assert say_many("no {such} word", "{count} {such} words", 3, such="odd") == "3 odd words"


def test_english_reads_no_catalogue():
    code = "import sys; from tabuleiro.home.languages import choose; choose(); print('gettext' in sys.modules)"
    for lang, read in (("en", "False"), ("pt", "True")):
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"LC_ALL": lang}, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == read


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "words", [["--lang", "pt", "rules", "eximo"], ["rules", "--lang", "pt", "eximo"], ["rules", "eximo", "--lang=pt"]]
)
def test_the_option_stands_anywhere(capsys, words):
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("Eximo, de Matteo Perlini")


@pytest.mark.parametrize("words", [["--lang", "xx"], ["games", "--lang=xx"], ["games", "--lang"]])
def test_a_wrong_language_is_one_line_and_the_code_2(capsys, words):
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert ", ".join(languages()) in told.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show"], "faltam os seguintes argumentos: JOGO"),
        (["show", "eximo", "--seed", "x"], "argumento --seed: valor inválido (int): 'x'"),
        (["show", "eximo", "--theme", "x"], "argumento --theme: escolha inválida: 'x'"),
        (["show", "eximo", "--svg"], "argumento --svg: esperava-se um argumento"),
        (["show", "eximo", "--flip=1"], "argumento --flip: argumento a mais: '1'"),
        (["match", "eximo", "greedy"], "faltam os seguintes argumentos: PROGRAMA"),
        (["games", "--nothing"], "argumentos desconhecidos: --nothing"),
        (["nothing"], "'nothing'"),
    ],
)
def test_wrong_use_is_told_in_the_language(capsys, words, told):
    assert main(["--lang", "pt", *words]) == 2
    said = capsys.readouterr().err
    assert told in said and said.endswith("--help diz mais\n") and said.count("\n") == 1


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_help_has_english_in_it(capsys, command):
    main(["--lang", "pt", *([command] if command else []), "--help"])
    assert not ENGLISH.findall(re.sub(r"--\w+|tabuleiro \w+|\b[\w:]+,[\w:,]+", "", capsys.readouterr().out))


def test_people_type_words_of_their_language(capsys, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("ajuda\nposição\ndesistir\n"))
    assert main(["--lang", "pt", "play", "eximo"]) == 0
    told = capsys.readouterr().out
    assert "  desistir " in told and find("eximo").write_position(find("eximo").start()) in told
    assert told.endswith("Preto ganha: Branco desistiu\n")


# ── Catalogues ───────────────────────────────────────────────────────────────────────────────────────────────────


def catalogue(language):
    return TOOL.read(os.path.join(LOCALE, language, "LC_MESSAGES", "tabuleiro.po"))


def texts(messages):
    return {message.id for message in messages if message.id}


def test_the_template_is_up_to_date():
    assert texts(TOOL.read(TOOL.TEMPLATE)) == texts(TOOL.template()), "make words brings it up to date"


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_and_no_other(language):
    found = catalogue(language)
    wanted = texts(TOOL.template())
    assert texts(found) == wanted and not found.obsolete, "make words brings it up to date"
    assert not TOOL.missing(found)


def blanks(text):
    """What is filled in, of either kind of format."""
    if found := re.findall(r"%(?:\(\w+\))?[drs]", text):
        return sorted(found)
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name is not None})


def edges(text):
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_blanks_and_edges(language):
    for message in catalogue(language):
        for text, words in zip(TOOL.both(message.id), TOOL.both(message.string), strict=True):
            if text:
                assert blanks(words) == blanks(text), text
                assert edges(words) == edges(text), text


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language):
    with open(os.path.join(LOCALE, language, "LC_MESSAGES", "tabuleiro.mo"), "rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog
    written = {}
    for message in catalogue(language):
        if message.id:
            words = TOOL.both(message.string)
            one = TOOL.both(message.id)[0]
            written |= (
                {one: words[0]} if isinstance(message.id, str) else {(one, n): words[n] for n in range(len(words))}
            )
    assert {text: words for text, words in compiled.items() if text} == written


def test_a_folder_is_all_that_a_new_language_needs(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "locale"
    monkeypatch.setattr(TOOL, "LOCALE", str(folder))
    monkeypatch.setattr(TOOL, "TEMPLATE", str(folder / "tabuleiro.pot"))
    monkeypatch.setattr(TOOL, "template", lambda: some("White", "{seat} begins the game"))
    (folder / "fr").mkdir(parents=True)
    assert TOOL.main() == 1
    assert "fr: 2 texts, 2 to translate" in capsys.readouterr().out
    path = str(folder / "fr" / "LC_MESSAGES" / "tabuleiro.po")
    found = TOOL.read(path)
    found["White"].string, found["{seat} begins the game"].string = "Blanc", "{seat} commence"
    TOOL.write(path, found)
    assert TOOL.main() == 0
    monkeypatch.setattr("tabuleiro.home.languages.LOCALE", str(folder))
    assert languages() == ("en", "fr")
    choose("fr")
    assert say("White") == "Blanc"
    monkeypatch.setattr(TOOL, "template", lambda: some("{seat} begins the next game"))
    assert TOOL.main() == 1  # what was changed is to be looked at, and what is no longer said is gone
    assert TOOL.missing(TOOL.read(path)) == ["{seat} begins the next game"]
    assert texts(TOOL.read(path)) == {"{seat} begins the next game"} and not TOOL.read(path).obsolete


def some(*words):
    found = TOOL.empty()
    for text in words:
        found.add(text)
    return found


# ── Sources ──────────────────────────────────────────────────────────────────────────────────────────────────────

DATA = {  # what else is said: words that ``later`` marks, or that are found by asking the games
    "words", "words_about", "name", "COMMANDS[words[0]]", "one if count == 1 else many", "part", "self.called", "figure.words", "self.desk.refusal", "reason",
    "error.strerror or str(error)", "item.help", "kind.tagline", "game.tagline", "one.tagline", "self.table.game.tagline", "game.credits", "NAMES[colour]",
    "NAMES[colours[winners[0]]]", "NAMES[action.piece]", "NAMES[max(colour, UNKNOWN)]", "NAMES[state.hand]",
    "what", "COMPILING", "RESIGNED", "OUT_OF_TIME", "LEFT", "CALLED_OFF", "AGREED", "FAILED", "FAILED_SO", "key", "seat.called", "str(self.called)",
    "why(error)", "session.outcome.reason", "game.reason", "CALLED[told.system]", "CALLED[self.tournament.system]", "first.key", "reason.key", "text", "between.join((f'{{{name}}}' for name in values))", "command.name", "command.help", "item.name", "one",
}  # fmt: skip
SHOWN = {"print", "Label", "Static", "Button", "Option", "notify", "ArgumentTypeError", "complain"}
SHOWN |= {name for name, item in vars(errors).items() if isinstance(item, type)}
SHOWN_AS = {"help", "metavar", "description", "epilog", "title", "placeholder", "tooltip", "prompt"}
SHOWN_BY = {"border_title", "border_subtitle", "title", "sub_title", "tooltip", "placeholder", "label"}
WORD = re.compile(r"[A-Za-z]{2,}")
NAMES = {"Tabuleiro", "tabuleiro"}  # not translated


def trees():
    for path in TOOL.files():
        with open(os.path.join(TOOL.SOURCES, path), encoding="utf-8") as file:
            yield path, ast.parse(file.read())


def test_only_literal_words_and_known_data_are_said():
    for path, tree in trees():
        for call in TOOL.calls(tree):
            wanted = 2 if call.func.id == "both" or call.func.id.endswith("_many") else 1
            literal = len([text for text in TOOL.both(TOOL.literal(call)) if text]) == wanted
            assert literal or ast.unparse(call.args[0]) in DATA, f"{path}, line {call.lineno}: {ast.unparse(call)}"


def test_what_is_said_gets_the_values_it_wants():
    for path, tree in trees():
        for call in TOOL.calls(tree):
            many = call.func.id.endswith("_many")
            if not (call.keywords or many):
                continue
            given = {word.arg for word in call.keywords} | ({"count"} if many else set())
            for text in filter(None, TOOL.both(TOOL.literal(call))):
                assert None in given or blanks(text) == sorted(given), f"{path}, line {call.lineno}"


def test_nothing_is_said_while_modules_are_imported():
    """There is no language yet: tables of words are marked by ``later``."""
    for path, tree in trees():
        early = [tree]
        while early:
            for node in ast.iter_child_nodes(early.pop()):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                    early += [*node.args.defaults, *getattr(node, "decorator_list", ())]
                    continue
                said = (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in ("say", "say_many")
                )
                assert not said, f"{path}, line {node.lineno}"
                early.append(node)


def unsaid(node):
    """Words in *node* that no call has made."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from (word for word in WORD.findall(node.value) if word not in NAMES)
    elif isinstance(node, ast.JoinedStr):
        yield from (word for part in node.values if isinstance(part, ast.Constant) for word in unsaid(part))
    elif isinstance(node, ast.BinOp):
        yield from (*unsaid(node.left), *unsaid(node.right))
    elif isinstance(node, ast.IfExp | ast.BoolOp):
        yield from (word for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr) for word in unsaid(part))


def shown(tree):
    """Expressions that people are going to read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in SHOWN:
                yield from node.args
            yield from (word.value for word in node.keywords if word.arg in SHOWN_AS)
        elif isinstance(node, ast.Assign):
            yield from (node.value for goal in node.targets if getattr(goal, "attr", "") in SHOWN_BY)


@pytest.mark.parametrize("package", ["cli", "tui", "web", "home", "play", "ai", "arena", "draw", "core", "games"])
def test_nothing_is_shown_that_is_not_said(package):
    for path, tree in trees():
        if path.split(os.sep)[0] == package:
            for node in shown(tree):
                assert not list(unsaid(node)), f"{path}, line {node.lineno}: {ast.unparse(node)}"


# ── Games ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", names())
def test_rules_and_boards_have_no_english_in_them(name, capsys):
    game = find(name)
    choose("pt")
    told = rules(game, 80)
    assert not ENGLISH.findall(re.sub(r"\w+=\S+|\(.*?\)", "", told, flags=re.DOTALL))  # options keep their names
    picture = svg(game, game.start())
    assert not ENGLISH.findall(" ".join(re.findall(r"<title>(.*?)</title>", picture)))
    assert main(["--lang", "pt", "show", name]) == 0
    assert not ENGLISH.findall(re.sub(r"posição: .*", "", capsys.readouterr().out))
    assert len({seat.name for seat in game.seats}) == game.players
    assert len({piece.name for piece in game.pieces}) == len(game.pieces)


@pytest.mark.parametrize("name", names())
def test_options_and_their_values_have_words_for_people(name):
    for item in options(find(name)):
        assert item.called, item.name
        assert isinstance(item.default, bool | int) or len(item.words) == len(item.choices), item.name
        english = [item.title, say(item.help), *map(item.said, item.values)]
        choose("pt")
        spoken = [item.title, say(item.help), *map(item.said, item.values)]
        usual = say("{value} (usual)", value=item.said(spell(item.default)))
        assert len(item.title) <= 20 and len(usual) <= 26  # there is no room for more in a form
        choose("en")
        for one, other in zip(english, spoken, strict=True):
            assert one != other or one.isdigit(), one
        assert len(set(spoken)) == len(spoken)
        assert not ENGLISH.findall(" ".join(spoken))
        raw = {word for word in (item.name, *map(str, item.choices)) if WORD.fullmatch(word)}
        assert not raw & set(WORD.findall(" ".join(spoken)))


def played(name, language):
    """A random game, always the same."""
    choose(language)
    session, rng = Session(find(name), Random(1)), Random(2)
    while session.player >= 0:
        session.play(session.player, rng.choice(list(session.game.actions(session.state))))
    return session


@pytest.mark.parametrize("name", names())
def test_a_record_is_the_same_in_every_language(name):
    ours = played(name, "en").record()
    theirs = played(name, "pt").record()
    assert say(theirs.reason) != ours.reason and not ENGLISH.findall(say(theirs.reason))
    for spelling in ("to_text", "to_json"):
        choose("pt")
        one, other = getattr(ours, spelling)(), getattr(theirs, spelling)()
        assert one == other
        choose("en")
        record, problems = read_record(other)
        session, trouble = replay(record, Random(0))
        assert not problems and trouble is None
        assert session.outcome.reason == ours.reason
        assert session.names == tuple(seat.called for seat in session.game.seats)


@pytest.mark.parametrize("spelling", ["to_text", "to_json"])
@pytest.mark.parametrize(
    "end", [lambda game: game.resign(1), lambda game: game.leave(1), lambda game: game.agree_draw()]
)
def test_an_end_that_the_board_does_not_show_is_said_to_every_reader_of_its_record(spelling, end):
    choose("pt")
    session = Session(find("eximo"), Random(0), names=["Ana", "Rui"])
    session.play(0, "b6-b5")
    end(session)
    text = getattr(session.record(), spelling)()
    again, trouble = replay(read_record(text)[0], Random(0))
    assert trouble is None and again.outcome == session.outcome
    assert not ENGLISH.findall(say(again.outcome.reason)) and say(again.outcome.reason) == say(session.outcome.reason)
    choose("en")
    assert say(again.outcome.reason) == str(again.outcome.reason)
    assert getattr(again.record(), spelling)() == text


@pytest.mark.parametrize("reason", ["Rui desistiu", "Rui {resigned}", "the cat walked over the board"])
def test_a_foreign_or_unknown_sentence_at_the_end_of_a_record_stays_as_it_is(reason):
    session = Session(find("eximo"), Random(0), names=["Ana", "Rui"])
    session.play(0, "b6-b5")
    session.resign(1)
    text = session.record().to_text().replace("Rui resigned", reason)
    again, trouble = replay(read_record(text)[0], Random(0))
    assert trouble is None and again.outcome.winners == (0,)
    choose("pt")
    assert say(again.outcome.reason) == reason
    assert again.record().to_text() == text


def test_a_language_that_is_chosen_later_has_the_names_at_once():
    game = find("eximo")
    assert [seat.name for seat in game.seats] == ["White", "Black"]
    choose("pt")
    assert [seat.name for seat in game.seats] == ["Branco", "Preto"]
    assert [piece.name for piece in game.pieces] == ["vazia", "peão branco", "peão preto"]
