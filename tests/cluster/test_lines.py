"""What lists tell of tables, in Redis: the last word of each, as long as it is fresh."""

from app.cluster.line import Line
from app.cluster.ports import LINE_KEPT
from app.cluster.redis_lines import RedisLines

TABLES = [f"t{number}" for number in range(200)]


async def test_the_last_word_of_each_table_is_read(line: Line) -> None:
    lines, others = RedisLines(line), RedisLines(line)
    assert await others.read(TABLES) == {}
    await lines.write({table: table.encode() for table in TABLES})
    await lines.write({"t7": bytes(range(256)), "t8": b""})
    said = await others.read([*TABLES, "another"])
    assert said == {
        **{table: table.encode() for table in TABLES},
        "t7": bytes(range(256)),
        "t8": b"",
    }


async def test_a_word_is_forgotten_when_nobody_repeats_it(line: Line) -> None:
    await RedisLines(line).write({"t": b"said"})
    (key,) = await line.call("KEYS", "*line*")
    left = await line.call("PTTL", key)
    assert LINE_KEPT * 0.9 < left * 1000 <= LINE_KEPT
    await line.call("PEXPIRE", key, 0)
    assert await RedisLines(line).read(["t"]) == {}


async def test_nothing_is_asked_for_no_tables(line: Line) -> None:
    await RedisLines(line).write({})
    assert await RedisLines(line).read([]) == {}
