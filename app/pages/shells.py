"""The HTML of each page: a head, an import map, one module. Everything else is drawn by it.

Enters: a site. Leaves: for each page its HTML and its content security policy, in which the
import map, the one thing written inline, is allowed by its hash. Never here: anything about
whoever asks; a page is the same for all.
"""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from posixpath import dirname, normpath
from string import Template
from typing import NamedTuple

from app.pages.files import Site
from app.shell import policy

_IMPORTED = re.compile(r"""^(?:import|export|\}) [^"';]*"(\.[^"]+)";$""", re.MULTILINE)
SPANISH = "es"  # the language of whoever has not chosen one, and of previews of a link


class Page(NamedTuple):
    """A page by the name of its module in `static/page`."""

    html: bytes
    policy: str


def page_of(site: Site, name: str) -> Page:
    """The HTML of `static/page/{name}.js`; its texts begin with `{name}.`."""
    imports = site.import_map()
    digest = b64encode(sha256(imports.encode()).digest()).decode()
    texts = site.texts[SPANISH]
    html = Template(site.files["shell.html"].content.decode()).substitute(
        base=site.base,
        build=site.build,
        imports=imports,
        page=name,
        preloads=_preloads(site, f"page/{name}.js"),
        title=escape(texts[f"{name}.title"]),
        about=escape(texts[f"{name}.about"]),
        noscript=_in_all_languages(site, "common.noscript"),
    )
    return Page(html.encode(), policy(script=f"'self' 'sha256-{digest}'"))


def _preloads(site: Site, module: str) -> str:
    """All that a module imports, told in the head: else a phone far away learns of each file
    only from the one before, a round trip a storey."""
    found: dict[str, None] = {}
    waiting = [module]
    while waiting:
        path = waiting.pop(0)
        if path in found or path not in site.files:
            continue
        found[path] = None
        source = site.files[path].content.decode()
        waiting += [normpath(f"{dirname(path)}/{other}") for other in _IMPORTED.findall(source)]
    return "\n".join(
        f'<link rel="modulepreload" href="{site.base}/{path}">'
        for path in [*found, "vendor/lit.js"]
    )


def _in_all_languages(site: Site, key: str) -> str:
    return "".join(
        f'<p lang="{language}">{escape(texts[key])}</p>' for language, texts in site.texts.items()
    )


def manifest_of(site: Site) -> bytes:
    """What a phone needs to put the game among its applications."""
    return json.dumps(
        {
            "name": "Desmoche",
            "short_name": "Desmoche",
            "start_url": "/",
            "display": "standalone",
            "background_color": "#0d1830",
            "theme_color": "#0d1830",
            "icons": [{"src": f"{site.base}/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
    ).encode()
