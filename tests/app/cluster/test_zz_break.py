import os
import sys
from collections import Counter
from random import Random

import pytest

from tests.app.cluster.test_chaos import *
from pathlib import Path
from tests.app.cluster.faults import Faults

del test_whatever_happens_every_table_goes_on_and_nothing_is_lost
pytestmark = pytest.mark.timeout(280)


async def test_links(tmp_path, mortal, mortal_url, valkey):
    seed = int(os.environ.get("SEED", 7))
    size = Size(8, 3, 70, 1.5)

    async with cluster(tmp_path, mortal_url, valkey, size.workers) as there:
        try:
            async with clients(there, size, Random(seed)) as people:
                faults = Faults(there, mortal, Random(seed + 1))
                faults._kinds = [
                    faults.slowed,
                    faults.frozen,
                    faults.slowed,
                    faults.redis_frozen,
                    faults.postgres_restarted,
                    faults.slowed,
                    faults.redis_emptied,
                    faults.asked_to_end,
                    faults.made_deaf,
                ]
                await faults.go_on(size.seconds, size.every)
                await require_same_views(there, people)
                told = sum((one.told for one in people), Counter[str]())
            async with there.database() as database:
                count = await require_sound_journals(database, tmp_path / "server.key")
                verdict = (await verify_ledger(database, {}, processes=1)).as_json()
            assert verdict["ok"], verdict
            there.require_no_faults()
            sys.stdout.write(f"{dict(faults.made)}; {count} entries; {dict(told)}\n")
            assert not STRANGE & told.keys(), told
        finally:
            for i, w in enumerate(there.workers):
                Path(f"/tmp/wt/break-{seed}-{i}.log").write_text(w.log)
