"""The files of `static/`, as they are served.

Enters: the folder, read once when the server starts. Leaves: a `Site`: every file with its
type and whether packing it pays, and one name for them all, the build. Never here: a path taken
from a request and given to the file system; what is not in the site's table is not there.

The build stands in every file's address, `/s/{build}/…`, so a browser keeps what it has for
ever, modules find one another by relative paths, and no page mixes two versions.
"""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parents[2] / "static"
TYPES: Mapping[str, str] = {
    ".css": "text/css",  # read as its page is, and a module always, in UTF-8: 50 headers less
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
PACKED = frozenset(TYPES) - {".woff2"}  # fonts are compressed already
# What is written for people stays here: it would be a fourth of all that a phone loads. A test
# compiles what is sent and what is written, so that nothing else is ever taken for a comment.
COMMENTS: Mapping[str, re.Pattern[bytes]] = {
    ".css": re.compile(rb"\s*/\*.*?\*/|(?<=\n)[ \t]+", re.DOTALL),
    ".js": re.compile(
        rb"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)\n|[ \t]*/\*\*.*?\*/[ \t]?",
        re.DOTALL | re.MULTILINE,
    ),
}
NOTHING = re.compile(rb"(?!)")
LEAST_PACKED = 300  # bytes; below that the headers of the answer outweigh what is saved
BUILD_DIGITS = 12
LANGUAGES = ("es", "en", "th")
TEXTS = "i18n"
# Texts are sent as one file for each language, and apart from it what few ask for.
APART: Mapping[str, re.Pattern[str]] = {
    "howto": re.compile(r"howto\."),
    "admin": re.compile(r"(admin|books)\."),
}
# The table's page begins with what it says before anything is opened on it. Its sheets bring
# theirs; what is loaded beside them, and by who has no seat yet, comes with all texts.
_SHEETS = (
    r"common\.(cancel|nav\.howto|settings)"
    r"|table\.((host|key|leave|seal|sheet|topup)\.|bet\.(go|how)|defaults|house$|night|pausing|report)"
    r"|rules\.side_games\.\w+\.about"
)
_ELSEWHERE = (
    r"common\.(account|again|back|code|copied|copy|deck|details|keys|language|nav\.(create|hands)"
    r"|no_qr|noscript|pace|pot|qr|reactions|save|seats_taken|share|skip|sound\.|table_of|theme\."
    r"|times)|table\.(about|house\.|title$|bonus\.\w+$)|.*\.about$"
)
OWN: Mapping[str, re.Pattern[str]] = {
    "table": re.compile(
        rf"(?!{_SHEETS}|{_ELSEWHERE})(common|table|rules\.preset|rules\.side_games)\."
    ),
    "sheets": re.compile(_SHEETS),
}
STYLES = "css"
# Pages whose style begins with some that they share.
SHARED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("replay", "night"), ("histories", "lost")),
    **dict.fromkeys(("verify", "admin"), ("histories",)),
    **dict.fromkeys(("join", "report", "hands"), ("lost",)),
    "create": ("rules",),  # which the table's page asks for when its host opens them
}


class File(NamedTuple):
    """A file in memory. `packs`: it gets shorter; fonts don't."""

    content: bytes
    packs: bool
    media_type: str


class Site(NamedTuple):
    """All files of one build, by their path below `/s/{build}/`."""

    build: str
    files: Mapping[str, File]
    texts: Mapping[str, Mapping[str, Any]]  # language → key → sentence

    @property
    def base(self) -> str:
        """Where the files of this build are."""
        return f"/s/{self.build}"

    def import_map(self) -> str:
        """Which vendored file stands for which library, as a page's import map."""
        manifest = json.loads(self.files["vendor/MANIFEST.json"].content)
        imports = {
            name: f"{self.base}/vendor/{file}"
            for file, entry in manifest.items()
            for name in entry.get("specifiers", [])
        }
        return json.dumps({"imports": imports}, sort_keys=True)


def load_site(folder: Path = FOLDER) -> Site:
    """Read everything below `folder`."""
    texts = {language: _texts(folder / TEXTS / language) for language in LANGUAGES}
    contents = dict(_contents(folder))
    for language, merged in texts.items():
        for part, said in {**APART, **OWN}.items():
            contents[f"{TEXTS}/{language}.{part}.json"] = _sent(_of(merged, said))
        apart = {key for said in APART.values() for key in _of(merged, said)}
        contents[f"{TEXTS}/{language}.json"] = _sent(
            {key: text for key, text in merged.items() if key not in apart}
        )
    contents |= _styles(folder / STYLES)
    return Site(_build(contents), {path: _file(path, contents[path]) for path in contents}, texts)


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        # Texts lie in a file for each concern, and are sent as one for each language; so are the
        # styles of a page that has a folder for them.
        if (
            path.suffix in TYPES
            and not name.startswith(f"{TEXTS}/")
            and path.parent.parent.name != STYLES
        ):
            yield name, path.read_bytes()


def _styles(folder: Path) -> dict[str, bytes]:
    """Each folder of styles as one file, its parts in the order of their names."""
    whole = {
        page.name: b"".join(part.read_bytes() for part in sorted(page.glob("*.css")))
        for page in folder.iterdir()
        if page.is_dir()
    }
    shared = {page: b"".join(whole[one] for one in SHARED.get(page, ())) for page in whole}
    return {f"{STYLES}/{page}.css": shared[page] + own for page, own in whole.items()}


def _texts(folder: Path) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for path in sorted(folder.glob("*.json")):
        merged |= json.loads(path.read_text(encoding="utf-8"))
    return merged


def _of(texts: Mapping[str, Any], said: re.Pattern[str]) -> dict[str, Any]:
    return {key: text for key, text in texts.items() if said.match(key)}


def _sent(texts: Mapping[str, Any]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _file(path: str, content: bytes) -> File:
    suffix = Path(path).suffix
    if not path.startswith("vendor/"):
        content = COMMENTS.get(suffix, NOTHING).sub(b"", content)
    return File(content, suffix in PACKED and len(content) >= LEAST_PACKED, TYPES[suffix])


def _build(contents: Mapping[str, bytes]) -> str:
    digest = sha256()
    for path in sorted(contents):
        digest.update(f"{path}\0{len(contents[path])}\0".encode())
        digest.update(contents[path])
    return digest.hexdigest()[:BUILD_DIGITS]
