#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/force_curves.svg: the repulsion of figure 6 of Faure et al. 2008, from graze volume.

    scripts/draw_force_curves.py build/release/graze [OUT.svg]

A ball and a cube travel along x through a fixed box, a ball through a thin wall; the force is
-V dV/dx (stiffness 1), positive to the right.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CUBE = {"type": "box", "size": [0.5, 0.5, 0.5]}
BALL = {"type": "icosphere", "radius": 0.25, "triangles": 20480}
CASES = [
    ("ball through a box", BALL, 1.2),
    ("cube through a box", CUBE, 1.2),
    ("ball through a thin wall", BALL, 0.2),
]
SAMPLES, REACH = 241, 1.2
WIDTH, HEIGHT, GAP = 250, 170, 20


def forces(graze, mover, thickness):
    scene = {
        "span": [0, 1],
        "bodies": [
            {"name": "mover", "shape": mover,
             "motion": {"type": "screw", "from": {"position": [-REACH + 1e-7, 0, 0]},
                        "to": {"position": [REACH + 1e-7, 0, 0]}}},
            {"name": "wall", "shape": {"type": "box", "size": [thickness, 2, 2]}},
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.json"
        path.write_text(json.dumps(scene), encoding="utf-8")
        result = subprocess.run(
            [graze, "volume", path, "--span", "0:1", "--samples", str(SAMPLES), "--json", "--pairs",
             "mover:wall"], capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        sys.exit(result.stderr)
    curve = []
    for instant in json.loads(result.stdout)["instants"]:
        pair = instant["overlaps"][0]
        x = REACH * (2 * instant["time"] - 1)
        curve.append((x, -pair["volume"] * pair["gradient_a"]["linear"][0]))
    return curve


def panel(title, thickness, curve, left):
    top = 24
    most = max(abs(f) for _, f in curve) or 1.0

    def place(x, f):
        return (left + WIDTH * (x + REACH) / (2 * REACH), top + HEIGHT * (0.5 - 0.44 * f / most))

    x0, x1 = place(-thickness / 2, 0)[0], place(thickness / 2, 0)[0]
    middle = place(0, 0)[1]
    ticks = [f'<text x="{place(x, 0)[0]:.1f}" y="{top + HEIGHT + 14}" text-anchor="middle" fill="#555">{x:g}</text>'
             for x in (-1, 0, 1)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(x, f) for x, f in curve))
    return [
        f'<text x="{left + WIDTH / 2}" y="15" text-anchor="middle">{title}</text>',
        f'<rect x="{x0:.1f}" y="{top}" width="{x1 - x0:.1f}" height="{HEIGHT}" fill="#dde6f2"/>',
        f'<line x1="{left}" y1="{middle}" x2="{left + WIDTH}" y2="{middle}" stroke="#999"/>',
        f'<polyline points="{points}" fill="none" stroke="#c22" stroke-width="1.6"/>',
        f'<text x="{left}" y="{top + 12}" fill="#555">max {most:.2g}</text>',
        *ticks,
    ]


def main():
    graze = sys.argv[1]
    out = Path(sys.argv[2] if len(sys.argv) > 2 else "docs/force_curves.svg")
    lines = []
    for k, (title, mover, thickness) in enumerate(CASES):
        lines += panel(title, thickness, forces(graze, mover, thickness), k * (WIDTH + GAP) + GAP)
    width = len(CASES) * (WIDTH + GAP) + GAP
    height = HEIGHT + 64
    label = "force on the mover along x, -k V dV/dx with k = 1, against its position x in m; the obstacle is shaded"
    out.write_text("\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
         'font-family="sans-serif" font-size="12">',
         f'<rect width="{width}" height="{height}" fill="#fff"/>', *lines,
         f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle" fill="#555">{label}</text>',
         "</svg>", ""]), encoding="utf-8")
    print(f"wrote {out}")


if __name__ == "__main__":
    main()
