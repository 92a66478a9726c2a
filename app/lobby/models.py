"""What REST takes and gives about tables; shapes are checked here, rules by the engine."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, JsonValue

from app.names import name_from
from app.protocol import MOST_BET
from app.shapes import Body, HandNumber, TableId
from engine.rules.house_rules import PRESETS
from engine.simulation import MOST_ACTIONS

MOST_BUY_IN = 1_000 * MOST_BET
MOST_NAME = 40  # characters of a table's name: a line of the list on a phone
MOST_RULES = 40  # entries; there are fewer house rules
MOST_BOTS = 3  # one place of four is for whoever asks

Chips = Annotated[int, Field(ge=1, le=MOST_BUY_IN, examples=[200])]
TableName = Annotated[
    str,
    AfterValidator(lambda text: name_from(text, MOST_NAME)),
    Field(max_length=500, examples=["Friday, as always"]),
]
RequestId = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="chosen by the asker: the same one twice is done once",
        examples=["b2a7c1"],
    ),
]
Preset = Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(PRESETS)})]


class BuyIn(Body):
    """With how many chips one may sit down."""

    least: Chips
    most: Chips


class NewTable(Body):
    """A table as its host wants it. What is left out is as in the preset, or usual."""

    name: TableName | None = None
    preset: Preset = "desmoche"
    rules: Annotated[
        dict[str, JsonValue],
        Field(
            max_length=MOST_RULES,
            description="house rules that differ from the preset",
            examples=[{"play_everything": True}],
        ),
    ] = Field(default_factory=dict)
    seats: Annotated[
        list[int] | None,
        Field(min_length=2, max_length=2, description="[fewest, most]", examples=[[2, 4]]),
    ] = None
    bet: Annotated[int, Field(ge=1, le=MOST_BET)] = 5
    stakes: Annotated[
        dict[str, int] | None,
        Field(
            max_length=MOST_RULES,
            description="side game → its stake; null: each that is played, at 1",
            examples=[{"oro": 1}],
        ),
    ] = None
    buy_in: Annotated[
        BuyIn | None,
        Field(description="null: 20 to 200 bets", examples=[{"least": 100, "most": 1000}]),
    ] = None
    pace: Annotated[
        Literal["steady", "lively", "untimed"] | None,
        Field(description="null: lively where only two can sit, else steady"),
    ] = None
    window: Annotated[int | None, Field(description="seconds of a claim window", examples=[5])] = (
        None
    )
    watchable: bool = False
    public: bool = False
    request: RequestId | None = None


class PlayNow(Body):
    """A table with bots, and what it is called in the language of whoever asks."""

    name: TableName | None = None


class TakePlace(Body):
    """Sit down: where (null: the first free place), with how many chips (null: a usual sum)."""

    place: Annotated[int | None, Field(ge=0, le=3)] = None
    chips: Chips | None = None
    request: RequestId | None = None


class MoreChips(Body):
    """Chips for the stack, between hands."""

    chips: Chips
    request: RequestId | None = None


class AddBots(Body):
    """Bots for free places."""

    count: Annotated[int, Field(ge=1, le=MOST_BOTS)] = 1


class Difference(BaseModel):
    """A house rule that is not as the preset has it."""

    rule: str
    value: Any
    standard: Any


class SeatedAt(BaseModel):
    """Who sits at a place. `bot`: the server plays."""

    name: str
    bot: bool
    stack: int


class BuyInTold(BaseModel):
    """With how many chips one may sit down, and with how many one does if one names no sum."""

    least: int
    most: int
    usual: int


class PaceTold(BaseModel):
    """A table's clocks; seconds, null where nobody is hurried."""

    name: str
    window: int | None
    turn: int | None


class TableCard(BaseModel):
    """All there is to know of a table before one sits down."""

    id: str
    code: str
    path: Annotated[str, Field(description="the link to share")]
    name: str
    public: bool
    watchable: bool
    preset: str
    rules: dict[str, Any]
    differences: list[Difference]
    fewest: int
    bet: int
    stakes: dict[str, int]
    buy_in: BuyInTold
    pace: PaceTold
    places: list[SeatedAt | None]
    playing: bool
    carried: Annotated[int, Field(description="chips in the main pot from earlier hands")]
    carries: Annotated[
        int, Field(description="1: doble, 2: triple, …; 0 also while it is not in memory")
    ]
    practice: Annotated[bool, Field(description="its chips are the bank's and count for nobody")]
    mine: Annotated[int | None, Field(description="the place of whoever asks")]
    host: Annotated[bool, Field(description="whoever asks has the host's role")]


class TableLine(BaseModel):
    """A table in a list.

    `seated` are people, since bots give up their places, `names` theirs, `bots` the bots'; of a
    table that is not in memory those who have chips there. Null is what only a table awake knows.
    """

    id: str
    code: str
    path: str
    name: str
    preset: str
    bet: int
    seats: int
    seated: int
    names: list[str]
    bots: list[str]
    playing: bool
    own_rules: Annotated[int | None, Field(description="how many are not as in the preset")]
    pace: PaceTold | None
    watchable: bool | None
    carried: Annotated[int, Field(description="chips in the main pot from earlier hands")]
    carries: Annotated[
        int, Field(description="1: doble, 2: triple, …; 0 also while it is not in memory")
    ]
    mine: Annotated[
        bool, Field(description="whoever asks has chips there; never said in the open list")
    ]
    leaving: Annotated[
        bool, Field(description="whoever asks gives up their place when the hand is over")
    ]


class TableList(BaseModel):
    """Tables, those one can join first; at most so many, at most so fresh."""

    tables: list[TableLine]


class Practise(Body):
    """A hand of one's own that is over, and how many of its actions stand."""

    table: TableId
    hand: HandNumber
    actions: Annotated[int, Field(ge=0, le=MOST_ACTIONS)]
    request: RequestId | None = None


class Seat(BaseModel):
    """A place taken."""

    table: str
    code: str
    path: str
    place: int
    stack: int


class Left(BaseModel):
    """A place given up, or a table closed: now, or when the hand is over (`after_hand`)."""

    after_hand: bool


class BotsAdded(BaseModel):
    """The bots that sat down."""

    names: list[str]
