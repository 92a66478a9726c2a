"""What the database refuses by itself, as of revision 0001: triggers, once for each database.

- **The fence.** An entry is stored if its epoch is its table's and its seq the next one.
  Neither number of a table ever falls.
- **The past stays.** Entries, transfers, accounts and finished hands are never changed,
  replaced or taken away.
- **The books.** An account opens empty. A transfer moves both balances as it is stored, so
  no code can forget to. A balance changes in no other way: each change must name a transfer
  of that account, newer than the last one and of just that amount, and every transfer so far
  has had its effect. So a balance is what its transfers add up to, without a sum, and
  without a trust in who is connected, which SQLite could not tell. The chips of a table move
  only with an entry of that table, so that the fence holds for them too.

A migration that rebuilds a table on SQLite (alembic's batch mode) loses its triggers and
must create them anew.
"""

SQLITE = (
    # --- the fence
    """
    CREATE TRIGGER entries_fence BEFORE INSERT ON entries
    WHEN NOT EXISTS (
        SELECT 1 FROM tables
        WHERE id = NEW.table_id AND epoch = NEW.epoch AND seq = NEW.seq - 1
    )
    BEGIN SELECT RAISE(ABORT, 'not the next entry of the table''s owner'); END
    """,
    """
    CREATE TRIGGER entries_count AFTER INSERT ON entries
    BEGIN UPDATE tables SET seq = NEW.seq WHERE id = NEW.table_id; END
    """,
    """
    CREATE TRIGGER tables_forward BEFORE UPDATE ON tables
    WHEN NEW.id <> OLD.id OR NEW.epoch < OLD.epoch OR NEW.seq < OLD.seq
    BEGIN SELECT RAISE(ABORT, 'epoch and seq of a table never fall'); END
    """,
    # --- the past stays; REPLACE deletes without a trigger, so it is caught as an INSERT
    """
    CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END
    """,
    """
    CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never taken away'); END
    """,
    """
    CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are never changed'); END
    """,
    """
    CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
    BEGIN SELECT RAISE(ABORT, 'transfers are never taken away'); END
    """,
    """
    CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts
    BEGIN SELECT RAISE(ABORT, 'accounts are never taken away'); END
    """,
    """
    CREATE TRIGGER hands_no_update BEFORE UPDATE ON hands
    WHEN OLD.status <> 'running'
    BEGIN SELECT RAISE(ABORT, 'a hand that is over is never changed'); END
    """,
    """
    CREATE TRIGGER hands_no_replace BEFORE INSERT ON hands
    WHEN EXISTS (
        SELECT 1 FROM hands
        WHERE table_id = NEW.table_id AND hand = NEW.hand AND status <> 'running'
    )
    BEGIN SELECT RAISE(ABORT, 'a hand that is over is never changed'); END
    """,
    """
    CREATE TRIGGER hands_no_delete BEFORE DELETE ON hands
    BEGIN SELECT RAISE(ABORT, 'hands are never taken away'); END
    """,
    # --- the books; SQLite checks keys elsewhere and whole numbers only if asked to
    """
    CREATE TRIGGER accounts_open BEFORE INSERT ON accounts
    WHEN NEW.balance <> 0 OR NEW.last_transfer <> 0
        OR EXISTS (SELECT 1 FROM accounts WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'an account opens once, and empty'); END
    """,
    """
    CREATE TRIGGER transfers_once BEFORE INSERT ON transfers
    WHEN typeof(NEW.amount) <> 'integer'
        OR EXISTS (SELECT 1 FROM transfers WHERE id = NEW.id OR key = NEW.key)
        OR (SELECT count(*) FROM accounts WHERE id IN (NEW.debit, NEW.credit)) <> 2
    BEGIN SELECT RAISE(ABORT, 'a transfer is made once, in whole chips, between two accounts'); END
    """,
    """
    CREATE TRIGGER transfers_apply AFTER INSERT ON transfers
    BEGIN
        UPDATE accounts SET balance = balance - NEW.amount, last_transfer = NEW.id
        WHERE id = NEW.debit AND balance IS NOT NULL;
        UPDATE accounts SET balance = balance + NEW.amount, last_transfer = NEW.id
        WHERE id = NEW.credit AND balance IS NOT NULL;
    END
    """,
    """
    CREATE TRIGGER accounts_move BEFORE UPDATE ON accounts
    WHEN NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.owner <> OLD.owner
        OR NEW.table_id IS NOT OLD.table_id
        OR NOT EXISTS (
            SELECT 1 FROM transfers
            WHERE id = NEW.last_transfer AND id > OLD.last_transfer
                AND (OLD.table_id IS NULL OR table_id = OLD.table_id)
                AND ((debit = OLD.id AND NEW.balance = OLD.balance - amount)
                    OR (credit = OLD.id AND NEW.balance = OLD.balance + amount))
        )
    BEGIN SELECT RAISE(ABORT, 'only transfers move a balance, and nothing else of it'); END
    """,
)
"""Statements that create all triggers on SQLite; they go when their tables go."""

POSTGRES = (
    # --- the fence; the row of the table is locked, so that of two owners one waits and sees
    """
    CREATE FUNCTION entries_fence() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE tables SET seq = NEW.seq
        WHERE id = NEW.table_id AND epoch = NEW.epoch AND seq = NEW.seq - 1;
        IF NOT FOUND THEN
            RAISE integrity_constraint_violation
                USING MESSAGE = 'not the next entry of the table''s owner';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER entries_fence BEFORE INSERT ON entries
    FOR EACH ROW EXECUTE FUNCTION entries_fence()
    """,
    # --- what a trigger by this name and condition is there to refuse
    """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE integrity_constraint_violation USING MESSAGE = TG_ARGV[0];
    END $$
    """,
    """
    CREATE TRIGGER tables_forward BEFORE UPDATE ON tables FOR EACH ROW
    WHEN (NEW.id <> OLD.id OR NEW.epoch < OLD.epoch OR NEW.seq < OLD.seq)
    EXECUTE FUNCTION refuse('epoch and seq of a table never fall')
    """,
    # --- the past stays
    """
    CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('entries are never changed or taken away')
    """,
    """
    CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('transfers are never changed or taken away')
    """,
    """
    CREATE TRIGGER accounts_no_delete BEFORE DELETE OR TRUNCATE ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('accounts are never taken away')
    """,
    """
    CREATE TRIGGER hands_no_update BEFORE UPDATE ON hands FOR EACH ROW
    WHEN (OLD.status <> 'running')
    EXECUTE FUNCTION refuse('a hand that is over is never changed')
    """,
    """
    CREATE TRIGGER hands_no_delete BEFORE DELETE OR TRUNCATE ON hands
    FOR EACH STATEMENT EXECUTE FUNCTION refuse('hands are never taken away')
    """,
    # --- the books
    """
    CREATE TRIGGER accounts_open BEFORE INSERT ON accounts FOR EACH ROW
    WHEN (NEW.balance <> 0 OR NEW.last_transfer <> 0)
    EXECUTE FUNCTION refuse('an account opens once, and empty')
    """,
    """
    CREATE FUNCTION transfers_apply() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE accounts SET balance = balance - NEW.amount, last_transfer = NEW.id
        WHERE id = NEW.debit AND balance IS NOT NULL;
        UPDATE accounts SET balance = balance + NEW.amount, last_transfer = NEW.id
        WHERE id = NEW.credit AND balance IS NOT NULL;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER transfers_apply AFTER INSERT ON transfers
    FOR EACH ROW EXECUTE FUNCTION transfers_apply()
    """,
    """
    CREATE FUNCTION accounts_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (NEW.id, NEW.kind, NEW.owner) <> (OLD.id, OLD.kind, OLD.owner)
            OR NEW.table_id IS DISTINCT FROM OLD.table_id
            OR NOT EXISTS (
                SELECT 1 FROM transfers
                WHERE id = NEW.last_transfer AND id > OLD.last_transfer
                    AND (OLD.table_id IS NULL OR table_id = OLD.table_id)
                    AND ((debit = OLD.id AND NEW.balance = OLD.balance - amount)
                        OR (credit = OLD.id AND NEW.balance = OLD.balance + amount))
            )
        THEN
            RAISE integrity_constraint_violation
                USING MESSAGE = 'only transfers move a balance, and nothing else of it';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER accounts_move BEFORE UPDATE ON accounts
    FOR EACH ROW EXECUTE FUNCTION accounts_move()
    """,
)
"""The same on Postgres; its functions stay when the tables go, see `POSTGRES_FUNCTIONS`."""

POSTGRES_FUNCTIONS = ("entries_fence", "refuse", "transfers_apply", "accounts_move")
