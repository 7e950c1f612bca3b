#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the figures of docs/methods/octree.md.

    scripts/draw_octree.py                   docs/methods/octree_bulge.svg
    scripts/draw_octree.py build/plots       also copies the plots that bench_octree wrote there
"""
import math
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs/methods"
PLOTS = ["octree_faces_115", "octree_objects", "octree_shuttles", "octree_fleet"]
ANGLE, RADIUS, CENTRE = 2.1, 200.0, (300.0, 250.0)


def point(angle, radius=RADIUS):
    return CENTRE[0] + radius * math.cos(angle), CENTRE[1] - radius * math.sin(angle)


def text(x, y, words, colour="#333"):
    return f"<text x='{x:.0f}' y='{y:.0f}' fill='{colour}'>{words}</text>"


def bulge():
    """A blade from the centre turns; the hull of both ends leaves out what its tip sweeps."""
    begin, end = 0.5 * (math.pi - ANGLE), 0.5 * (math.pi + ANGLE)
    (x0, y0), (x1, y1), (xm, ym) = point(begin), point(end), point(0.5 * math.pi)
    cx, cy = CENTRE
    target = f"<rect x='{xm - 9:.0f}' y='{ym + 12:.0f}' width='18' height='18' fill='#c33'/>"
    return "\n".join([
        "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='290' font-family='sans-serif' "
        "font-size='13'>",
        "<rect width='600' height='290' fill='white'/>",
        f"<path d='M{cx} {cy} L{x0:.1f} {y0:.1f} A{RADIUS} {RADIUS} 0 0 0 {x1:.1f} {y1:.1f} Z' fill='#dde8f4'/>",
        f"<path d='M{cx} {cy} L{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f} Z' fill='#b8cfe6'/>",
        f"<line x1='{cx}' y1='{cy}' x2='{x0:.1f}' y2='{y0:.1f}' stroke='#235' stroke-width='4'/>",
        f"<line x1='{cx}' y1='{cy}' x2='{x1:.1f}' y2='{y1:.1f}' stroke='#235' stroke-width='4'/>",
        f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x0:.1f}' y2='{y0:.1f}' stroke='#235' stroke-dasharray='5 4'/>",
        f"<line x1='{cx}' y1='{(y0 + y1) / 2:.1f}' x2='{cx}' y2='{ym:.1f}' stroke='#c33'/>",
        target,
        text(x0 + 8, y0 + 4, "start"), text(x1 - 34, y1 + 4, "end"),
        text(cx - 70, cy - 60, "hull of both ends"), text(cx + 14, ym + 60, "bulge, at most M D² / 8", "#c33"),
        text(xm - 118, ym + 26, "touched, missed", "#c33"), "</svg>", ""])


def main():
    (DOCS / "octree_bulge.svg").write_text(bulge(), encoding="utf-8")
    if len(sys.argv) > 1:
        for name in PLOTS:
            shutil.copy(Path(sys.argv[1]) / f"{name}.svg", DOCS)


if __name__ == "__main__":
    main()
