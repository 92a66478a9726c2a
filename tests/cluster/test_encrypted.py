"""`rediss://`: Redis behind TLS, by an authority of one's own; another's is not believed."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from app.cluster.line import Line
from app.cluster.ports import ClusterAway
from app.cluster.servers import Single
from tests.valkey import Valkey


def certificate(folder: Path, name: str) -> Path:
    """A file with a key and its certificate for this name, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, SHA256())
    )
    path = folder / f"{name}.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + signed.public_bytes(Encoding.PEM))
    return path


@asynccontextmanager
async def encrypted(server: Valkey, path: Path) -> AsyncIterator[int]:
    """A port at which this server is reached by TLS."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(path)

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                writer.write(data)
        finally:
            writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        passing.append(asyncio.current_task())
        there = await asyncio.open_unix_connection(server.socket)
        await asyncio.gather(copy(reader, there[1]), copy(there[0], writer), return_exceptions=True)

    passing: list[asyncio.Task[None] | None] = []
    async with await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=context) as listening:
        yield listening.sockets[0].getsockname()[1]
    await asyncio.gather(*filter(None, passing))


@pytest.mark.parametrize(
    ("signed_for", "believed", "works"),
    [
        ("localhost", "localhost", True),
        ("elsewhere", "elsewhere", False),
        ("localhost", None, False),
    ],
)
async def test_only_a_certificate_that_is_believed_will_do(
    valkey: Valkey, tmp_path: Path, signed_for: str, believed: str | None, *, works: bool
) -> None:
    path = certificate(tmp_path, signed_for)
    authority = f"?ssl_ca_certs={path}" if believed else ""
    async with encrypted(valkey, path) as port:
        line = Line(Single(f"rediss://localhost:{port}/0{authority}", "worker"))
        if works:
            async with line:
                assert await line.call("ECHO", b"x" * 100_000) == b"x" * 100_000
        else:
            with pytest.raises(ClusterAway, match="certificate"):
                await line.__aenter__()
