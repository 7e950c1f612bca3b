# SPDX-License-Identifier: MIT
"""The chunks of a batch through Dask, on two local workers: the bytes are those of one process."""
import functools
import hashlib
import json
import os
import pathlib
import random

import graze

SCENE = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "arm_and_table.json"


def questions(count):
    random.seed(1)
    values = [[random.uniform(-1, 1) for _ in range(7)] for _ in range(count + 1)]
    return [json.dumps({"joints": {f"link {k + 1}": [values[i][k], values[i + 1][k]] for k in range(7)}})
            for i in range(count)]


@functools.lru_cache
def job(count):
    """Made once in each worker: the scene is read there and its trees are built there."""
    return graze.BatchJob(graze.Scene.load(SCENE), questions(count), form="compact", chunk_items=20, threads=1)


def answer(count, chunk):
    return job(count).answer(chunk), os.getpid()


def main():
    from distributed import Client, LocalCluster

    count = 200
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, \
            Client(cluster) as client:
        done = client.gather(client.map(functools.partial(answer, count), range(job(count).chunks), pure=False))
    there = job(count).header.encode() + b"\n" + b"".join(chunk for chunk, _ in done)
    here = job(count).header.encode() + b"\n" + b"".join(job(count).answer(k) for k in range(job(count).chunks))
    print(f"{count} answers by {len({worker for _, worker in done})} workers, {len(there)} bytes, "
          f"sha256 {hashlib.sha256(there).hexdigest()[:16]}")
    assert there == here


if __name__ == "__main__":
    main()
