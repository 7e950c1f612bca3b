# SPDX-License-Identifier: MIT
"""A planner in forty lines whose every edge is proved free: RRT-Connect with many edges a call."""
import pathlib

import numpy as np

import graze


def grow(tree, parents, target, checker, step):
    """Goes from the nearest node towards the target as far as edges are free; the last node, and whether it is there."""
    nearest = int(np.argmin(((np.array(tree) - target) ** 2).sum(axis=1)))
    way = target - tree[nearest]
    count = max(1, int(np.ceil(np.linalg.norm(way) / step)))
    points = tree[nearest] + np.linspace(0, 1, count + 1)[:, None] * way
    free = checker.check_edges(np.stack([points[:-1], points[1:]], axis=1)).free
    reached = count if free.all() else int(np.argmin(free))
    for k in range(reached):
        parents.append(nearest if k == 0 else len(tree) - 1)
        tree.append(points[k + 1])
    return len(tree) - 1 if reached else nearest, reached == count


def path_to(tree, parents, node):
    way = []
    while node >= 0:
        way.append(tree[node])
        node = parents[node]
    return way


def plan(checker, start, goal, low, high, seed=1, step=0.2, rounds=2000):
    rng = np.random.default_rng(seed)
    trees = [([start], [-1]), ([goal], [-1])]
    for i in range(rounds):
        (tree, parents), (other, other_parents) = trees[i % 2], trees[1 - i % 2]
        node, _ = grow(tree, parents, rng.uniform(low, high), checker, step)
        met, there = grow(other, other_parents, tree[node], checker, step)
        if there:
            halves = path_to(tree, parents, node)[::-1], path_to(other, other_parents, met)[1:]
            way = np.array(halves[0] + halves[1])
            return way if i % 2 == 0 else way[::-1]
    return None


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent.parent / "robots"
    arm = graze.Robot.load(here / "arm.urdf", here / "arm.srdf")
    world = graze.Scene()
    world.add("post", graze.Shape.capsule([0.5, 0.0, 0.0], [0.5, 0.0, 1.0], 0.05))
    checker = graze.MotionChecker(arm, world)
    rng = np.random.default_rng(2)
    dof = len(arm.joints)
    free = [q for q in rng.uniform(-1.2, 1.2, (50, dof)) if checker.check(q).free]
    way = plan(checker, free[0], free[1], -1.5, 1.5)
    assert way is not None
    print(f"a way of {len(way)} nodes, every edge proved free")
    assert checker.check_edges(np.stack([way[:-1], way[1:]], axis=1)).free.all()
