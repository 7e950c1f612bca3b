#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the contact forces of a recording: how strongly each pair presses, and what it carries.

    graze replay run.rec --overlaps forces.csv
    scripts/draw_contact_forces.py forces.csv OUT.svg

The left panel has the size of each pair's force, the right one what its first body pushes its second
one upwards with, along z.
"""
import csv
import math
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 180, 46, 30, 60
COLOURS = ["#1b6ca8", "#d1495b", "#3c8d40", "#8a5fbf", "#b8860b"]
DASHES = ["none", "none", "6 5", "none", "6 5"]  # a dashed line shows the one below it


def read(path):
    """Of each pair: times, sizes, upward parts."""
    pairs = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            force = [float(row["force_" + axis]) for axis in "xyz"]
            pairs.setdefault(f"{row['a']} on {row['b']}", []).append(
                (float(row["time"]), math.hypot(*force), force[2]))
    return pairs


def panel(pairs, column, title, left):
    times = [p[0] for points in pairs.values() for p in points]
    values = [p[column] for points in pairs.values() for p in points]
    low, high = min(0.0, *values), max(0.0, *values)
    span = (high - low) or 1.0
    end = max(times) or 1.0

    def place(t, f):
        return left + WIDTH * t / end, TOP + HEIGHT * (1 - (f - low) / span)

    out = [f'<text x="{left}" y="{TOP - 10}" font-weight="bold">{title}</text>',
           f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>']
    for value in sorted({low, 0.0, high}):
        x, y = place(0, value)
        out.append(f'<path d="M{x:.1f} {y:.1f}h{WIDTH}" stroke="#ddd"/>'
                   f'<text x="{x - 4:.1f}" y="{y + 4:.1f}" text-anchor="end">{value:.3g}</text>')
    for at, anchor, words in ((0, "start", "0"), (WIDTH / 2, "middle", "time, s"), (WIDTH, "end", f"{end:.3g}")):
        out.append(f'<text x="{left + at:g}" y="{TOP + HEIGHT + 15}" text-anchor="{anchor}">{words}</text>')
    for colour, dashes, points in zip(COLOURS, DASHES, pairs.values()):
        line = " ".join("{:.1f},{:.1f}".format(*place(p[0], p[column])) for p in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dashes}"/>')
    return "\n".join(out)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pairs = read(sys.argv[1])
    if not pairs or len(pairs) > len(COLOURS):
        sys.exit(f"{sys.argv[1]}: {len(pairs)} pairs, expected 1 to {len(COLOURS)}; choose fewer rows.")
    keys = "".join(
        f'<path d="M{LEFT + 130 * k} {TOP + HEIGHT + 35}h26" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        f'<text x="{LEFT + 130 * k + 32}" y="{TOP + HEIGHT + 39}" fill="{colour}">{name}</text>\n'
        for k, (colour, dashes, name) in enumerate(zip(COLOURS, DASHES, pairs)))
    width, height = LEFT + 2 * WIDTH + GAP + 10, TOP + HEIGHT + 46
    Path(sys.argv[2]).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="white"/>\n'
        + panel(pairs, 1, "force, N", LEFT) + "\n"
        + panel(pairs, 2, "upward part on the second body, N", LEFT + WIDTH + GAP) + "\n"
        + keys + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
