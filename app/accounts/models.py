"""What REST takes and gives about people; checked here, field by field."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from app.accounts.passwords import MOST_PASSWORD, password_from, username_from
from app.names import MOST_CHARACTERS, name_from
from app.shapes import Body

# The length in the schema is a bound on work; the rule itself is `name_from`'s, in characters.
Nickname = Annotated[
    str,
    AfterValidator(name_from),
    Field(
        max_length=500,
        examples=["Ana", "Óscar 🦜"],
        description=f"1 to {MOST_CHARACTERS} visible characters; emoji count as one each",
    ),
]
Username = Annotated[
    str,
    AfterValidator(username_from),
    Field(
        max_length=200,
        examples=["ana.r"],
        description="3 to 24 letters, digits and . _ - ; upper and lower case are one",
    ),
]
NewPassword = Annotated[
    str,
    AfterValidator(password_from),
    Field(max_length=MOST_PASSWORD, examples=["three red parrots"]),
]


class NewGuest(Body):
    """Somebody new, by a name alone."""

    name: Nickname


class Rename(Body):
    """Another name; tables where one sits already keep the old one until one sits down anew."""

    name: Nickname


class RecoveryCode(Body):
    """The code out of a recovery link."""

    code: Annotated[str, Field(max_length=64, examples=["7KQ3M-ZX0PA-…"])]


class Credentials(Body):
    """Somebody who says to be an account."""

    username: Annotated[str, Field(max_length=200, examples=["ana.r"])]
    password: Annotated[str, Field(max_length=MOST_PASSWORD, examples=["three red parrots"])]


class NewCredentials(Body):
    """A password for an account; `current` is asked for if there is one already."""

    username: Username
    password: NewPassword
    current: Annotated[str | None, Field(max_length=MOST_PASSWORD)] = None


class Wallet(BaseModel):
    """Chips: in the wallet, and in stacks at tables. `refill_at`: when the next one can be had."""

    chips: int
    at_tables: int
    refill_to: int
    refill_at: Annotated[int, Field(description="microseconds since 1970; past means now")]


class Me(BaseModel):
    """Whoever asks. A guest has no `username`."""

    id: str
    name: str
    role: Literal["player", "auditor", "operator"]
    username: str | None
    wallet: Wallet


class Session(BaseModel):
    """Whoever asks; null for a visitor."""

    me: Me | None


class Recovery(BaseModel):
    """The way back to a player, shown once; only its hash is kept."""

    code: str
    path: Annotated[str, Field(description="a link on this server; what follows # stays unsent")]


class Welcome(BaseModel):
    """A new guest, signed in."""

    me: Me
    recovery: Recovery


class Refill(BaseModel):
    """What a refill added; 0 if nothing was due."""

    added: int
    wallet: Wallet
