"""The ground that all pages stand on: headers, addresses, caching, nothing but our own files."""

import json
from http.client import HTTPConnection

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
    async with open_window() as window:
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
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.headers.get("content-encoding") == ("gzip" if file.packed else None)


async def test_who_takes_no_gzip_gets_none(server: Process) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.url}") as client:
        address = f"/s/{SITE.build}/page/lobby.js"
        plain = await client.get(address, headers={"accept-encoding": "br"})
        assert plain.content == SITE.files["page/lobby.js"].content
        assert "content-encoding" not in plain.headers


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
