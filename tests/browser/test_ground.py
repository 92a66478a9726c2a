"""The ground that all pages stand on: headers, addresses, caching, nothing but our own files."""

import json
import subprocess
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from app.pages.files import FOLDER, load_site
from tests.app.process import Process
from tests.browser.conftest import Windows

SITE = load_site()


async def test_a_page_runs_under_its_policy(open_window: Windows, server: Process) -> None:
    async with open_window() as window:
        answer = await window.page.goto("/")
        assert answer
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "script-src 'self' 'sha256-" in policy
        assert answer.headers["cache-control"] == "no-store"
        # An inline script is not run, however it came there.
        await window.page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'),"
            "{textContent: 'window.ran = true'}))"
        )
        assert await window.page.evaluate("window.ran") is None
        window.expect_fault("Content Security Policy")
        build = await window.page.locator("meta[name=build]").get_attribute("content")
        assert build == SITE.build == answer.headers["desmoche-build"]


async def test_all_that_a_page_loads_is_told_in_its_head(open_window: Windows) -> None:
    async with open_window(first=True) as window:
        loaded: list[str] = []
        window.page.on("request", lambda request: loaded.append(request.url))
        await window.page.goto("/create")
        await window.page.get_by_role("button", name="Crear y compartir").wait_for()
        told = await window.page.eval_on_selector_all(
            "link[rel=modulepreload]", "all => all.map(each => each.href)"
        )
        scripts = {url for url in loaded if url.endswith(".js")}
        late = {url for url in scripts if url not in told}
        assert {url.rsplit("/", 1)[1] for url in late} <= {"early.js", "uqr.js"}
        assert set(told) <= scripts, "told, and not used"


async def test_files_are_kept_for_ever_under_their_build(server: Process) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.url}") as client:
        for path, file in SITE.files.items():
            answer = await client.get(f"/s/{SITE.build}/{path}")
            assert answer.content == file.content, path
            assert answer.headers["content-type"] == file.media_type
            assert answer.headers["cache-control"] == "max-age=31536000, immutable"
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.headers.get("content-encoding") == ("br" if file.packs else None)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("br, gzip", "br"), ("gzip, deflate", "gzip"), ("identity", None), ("abrupt", None)],
)
async def test_a_file_comes_packed_as_the_browser_takes_it(
    server: Process, accepted: str, encoding: str | None
) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.url}") as client:
        for address in (f"/s/{SITE.build}/page/lobby.js", "/"):
            answer = await client.get(address, headers={"accept-encoding": accepted})
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.text.startswith(("<!doctype html>", "import {"))


def test_comments_stay_here_and_nothing_else(tmp_path: Path) -> None:
    """What is sent means the same to a compiler as what is written."""
    written = [path for path in sorted(FOLDER.rglob("*.js")) if "vendor" not in path.parts]
    for path in written:
        sent = tmp_path / "sent" / path.relative_to(FOLDER)
        sent.parent.mkdir(parents=True, exist_ok=True)
        sent.write_bytes(SITE.files[path.relative_to(FOLDER).as_posix()].content)
    compiled = [_compiled(FOLDER, tmp_path / "a"), _compiled(tmp_path / "sent", tmp_path / "b")]
    assert compiled[0] == compiled[1]
    assert len(compiled[0]) == len(written) > 40
    whole = "".join(path.read_text() for path in (tmp_path / "sent").rglob("*.js"))
    lines = [line.strip() for line in whole.splitlines()]
    assert not [line for line in lines if line.startswith(("//", "/**", "* @"))]


def _compiled(folder: Path, to: Path) -> dict[str, bytes]:
    """Every script of a folder without comments and blanks, by its path."""
    scripts = [path for path in sorted(folder.rglob("*.js")) if "vendor" not in path.parts]
    options = [f"--outdir={to}", f"--outbase={folder}", "--tsconfig-raw={}", "--log-level=error"]
    esbuild = Path(__file__).parents[2] / "node_modules/.bin/esbuild"
    subprocess.run([esbuild, "--minify-whitespace", *options, *scripts], check=True)
    return {path.relative_to(to).as_posix(): path.read_bytes() for path in to.rglob("*.js")}


async def test_a_page_of_the_build_before_gets_its_files_but_keeps_none(server: Process) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.url}") as client:
        answer = await client.get("/s/000000000000/page/lobby.js")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.content == SITE.files["page/lobby.js"].content


@pytest.mark.parametrize(
    "path",
    [
        "../pyproject.toml",
        "..%2fpyproject.toml",
        "%2e%2e/pyproject.toml",
        "page/../../pyproject.toml",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "page/lobby.js%00",
        "page",
        "",
        "i18n/es/common.json",
    ],
)
def test_nothing_else_is_there(server: Process, path: str) -> None:
    connection = HTTPConnection(server.url)  # sends a path as it is, unlike browsers and httpx
    connection.request("GET", f"/s/{SITE.build}/{path}")
    answer = connection.getresponse()
    assert answer.status == 404
    assert json.load(answer)["code"] == "not_found"
    connection.close()


def test_one_changed_letter_is_another_build(tmp_path_factory: pytest.TempPathFactory) -> None:
    copy = tmp_path_factory.mktemp("site")
    for path in sorted(FOLDER.rglob("*")):
        target = copy / path.relative_to(FOLDER)
        target.mkdir() if path.is_dir() else target.write_bytes(path.read_bytes())
    assert load_site(copy) == SITE
    texts = copy / "i18n" / "th" / "common.json"
    texts.write_text(texts.read_text().replace("ข้าม", "ขาม"))
    assert load_site(copy).build != SITE.build
