"""What is served, packed for the way: each content once for each encoding, when first asked for.

Enters: contents of one build, and what a browser takes. Leaves: the packed forms, kept. To pack
all of them takes more than a second, which nobody should wait for when a server starts; and
where browsers come without HTTPS, the dearer encoding is never asked for at all.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import partial
from gzip import compress

import brotli

ENCODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(compress, mtime=0),
}
"""Best first. Browsers know the first only over HTTPS."""


def encoding_for(accepted: str) -> str | None:
    """The best encoding that the browser takes, by its Accept-Encoding."""
    return next((name for name in ENCODINGS if re.search(rf"\b{name}\b", accepted)), None)


class Packer:
    """The packed forms of one build's contents; as many as it has files and pages."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bytes], bytes] = {}
        self._turn = asyncio.Lock()  # one at a time: the tables have the other processors

    async def packed(self, content: bytes, encoding: str) -> bytes:
        """This content in this encoding. Worked out in a thread, where sockets don't wait."""
        key = encoding, content
        if key not in self._kept:
            async with self._turn:
                if key not in self._kept:  # nobody else has packed it meanwhile
                    self._kept[key] = await asyncio.to_thread(ENCODINGS[encoding], content)
        return self._kept[key]
