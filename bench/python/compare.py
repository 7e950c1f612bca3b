#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a call from Python costs above the same call from C++, both in turns, in processor time.

    PYTHONPATH=build/checked/python bench/python/compare.py build/checked/bench/bench_calls [ROUNDS]
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import graze

ROBOTS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "robots"
CALLS = 5_000
EDGES = 10_000


def two_balls():
    scene = graze.Scene()
    scene.add("still", graze.Shape.sphere(1.0))
    scene.add("flying", graze.Shape.sphere(1.0), graze.Motion.between([-4, 0, 0], [4, 0, 0]))
    return scene.prepare()


def arm_checker():
    world = graze.Scene()
    world.add("table", graze.Shape.box([1.0, 1.0, 0.05]), [0, 0, -0.2])
    world.add("post", graze.Shape.capsule([0.6, 0.3, 0.0], [0.6, 0.3, 1.0], 0.05))
    return graze.MotionChecker(graze.Robot.load(ROBOTS / "arm.urdf", ROBOTS / "arm.srdf"), world)


def make_edges(dof):
    random = np.random.default_rng(7)
    start = random.uniform(-1.5, 1.5, (EDGES, dof))
    step = random.normal(size=(EDGES, dof))
    return np.stack([start, start + 0.5 * step / np.linalg.norm(step, axis=1, keepdims=True)], axis=1)


def seconds_of(work):
    begin = time.process_time()
    answer = work()
    return time.process_time() - begin, answer


def ask_often(ready):
    for _ in range(CALLS):
        graze.first_contact(ready, threads=1)


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    ready, checker = two_balls(), arm_checker()
    edges = make_edges(len(checker.joints))
    with tempfile.NamedTemporaryFile() as file:
        edges.tofile(file.name)
        other = subprocess.Popen([sys.argv[1], str(ROBOTS), file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 text=True)

        def there(words):
            other.stdin.write(f"{words}\n")
            other.stdin.flush()
            return [float(word) for word in other.stdout.readline().split()]

        calls, many = [], []
        for _ in range(rounds):
            calls.append((seconds_of(lambda: ask_often(ready))[0], there(CALLS)[0]))
            here, answer = seconds_of(lambda: checker.check_edges(edges, threads=1))
            seconds, free = there("edges")
            assert free == answer.free.sum(), "the same edges, the same answers"
            many.append((here, seconds))
        other.stdin.close()
        other.wait()
    here, cpp = (min(column) / CALLS * 1e6 for column in zip(*calls))
    more = statistics.median(a - b for a, b in calls) / CALLS * 1e6
    print(f"first_contact: {here:.2f} us from Python, {cpp:.2f} us from C++ (least of {rounds} each): "
          f"{here - cpp:.2f} us more, median of the rounds {more:.2f}")
    here, cpp = (min(column) for column in zip(*many))
    ratio = statistics.median(a / b for a, b in many)
    print(f"check_edges, {EDGES} edges: {here:.3f} s from Python, {cpp:.3f} s from C++ (least of {rounds} each); "
          f"ratio {here / cpp:.3f}, median of the rounds {ratio:.3f}")


if __name__ == "__main__":
    main()
