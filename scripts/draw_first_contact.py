#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/first_contact.svg: the demo's scene at its begin, at first contact and at its end.

    scripts/draw_first_contact.py [GRAZE]

Shapes, time, point and normal come from graze itself; only the two screw motions of the scene are
written down again here.
"""
import itertools
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENE = ROOT / "examples/scenes/falling_gear.json"
SIZE, HEIGHT, SCALE = 340, 380, 118
SHADES = 12
COLOURS = {"ring": (120, 144, 172), "gear": (214, 158, 84)}
LIGHT = (0.35, -0.5, 0.79)


def rotated(p, axis, angle):
    """p turned about a coordinate axis (0, 1 or 2)."""
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    q = list(p)
    q[i], q[j] = c * p[i] - s * p[j], s * p[i] + c * p[j]
    return q


def pose_of(motion, t):
    """The function that a screw motion about a coordinate axis through the origin is at time t."""
    start = motion.get("from", {}).get("position", [0, 0, 0])
    axis = motion["axis"].index(1)

    def place(p):
        q = rotated([a + b for a, b in zip(p, start)], axis, 2 * math.pi * motion["turns"] * t)
        q[axis] += motion.get("slide", 0) * t
        return q

    return place


def mesh_of(graze, shape, folder):
    path = Path(folder) / "shape.obj"
    words = [word for key, value in shape.items() if key != "type" for word in (f"--{key}", str(value))]
    subprocess.run([graze, "shape", shape["type"], *words, path], check=True, stdout=subprocess.DEVNULL)
    lines = [line.split() for line in path.read_text().splitlines()]
    vertices = [[float(x) for x in line[1:4]] for line in lines if line and line[0] == "v"]
    faces = [[int(x.split("/")[0]) - 1 for x in line[1:4]] for line in lines if line and line[0] == "f"]
    return vertices, faces


def view(p):
    """World to picture: seen from the side and a little from above; the third number is depth."""
    q = rotated(rotated(p, 2, math.radians(-30)), 0, math.radians(-62))
    return SIZE / 2 + SCALE * q[0], SIZE / 2 - SCALE * q[1], q[2]


def shade(corners):
    """How bright a triangle is, from 0 to SHADES."""
    u, v = ([b[k] - a[k] for k in range(3)] for a, b in ((corners[0], corners[1]), (corners[0], corners[2])))
    n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    length = math.sqrt(sum(x * x for x in n)) or 1
    return round(SHADES * max(0, sum(a * b for a, b in zip(n, LIGHT)) / length))


def style_of(name, colour):
    """The style of each shade of a body's colour, as classes r0, r1, ..."""
    for k in range(SHADES + 1):
        tone = "#" + "".join(f"{round(c * (0.55 + 0.45 * k / SHADES)):02x}" for c in colour)
        yield f".{name[0]}{k}{{fill:{tone};stroke:{tone}}}"


def triangles(mesh, place, name):
    """(depth, class, path) of each triangle that faces the viewer."""
    vertices, faces = mesh
    placed = [place(v) for v in vertices]
    for face in faces:
        corners = [placed[i] for i in face]
        flat = [view(c) for c in corners]
        (ax, ay), (bx, by), (cx, cy) = points = [(round(2 * x), round(2 * y)) for x, y, _ in flat]
        if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) >= 0:  # the picture's y points down
            continue
        path = f"M{ax} {ay}l{bx - ax} {by - ay} {cx - bx} {cy - by}z"
        yield sum(f[2] for f in flat), f"{name[0]}{shade(corners)}", path


def painted(parts):
    """Back to front; neighbours of one colour share an element."""
    for colour, group in itertools.groupby(sorted(parts), key=lambda part: part[1]):
        yield f'<path class="{colour}" d="{"".join(path for _, _, path in group)}"/>'


def panel(bodies, t, title, contact):
    parts = [part for motion, mesh, name in bodies for part in triangles(mesh, pose_of(motion, t), name)]
    lines = ['<g transform="scale(.5)">', *painted(parts), "</g>"]
    if contact:
        x, y, _ = view(contact["point"])
        ex, ey, _ = view([p + 0.5 * n for p, n in zip(contact["point"], contact["normal"])])
        lines.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{ex:.1f}" y2="{ey:.1f}" class="normal"/>')
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="point"/>')
    lines.append(f'<text x="{SIZE / 2}" y="{HEIGHT - 12}">{title}</text>')
    return "\n".join(lines)


def main():
    graze = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/graze")
    answer = subprocess.run([graze, "check", SCENE, "--first", "--json"], capture_output=True, text=True)
    report = json.loads(answer.stdout)["reports"][0]
    contact, (lo, hi) = report["contacts"][0], report["time"]
    scene = {body["name"]: body for body in json.loads(SCENE.read_text())["bodies"]}
    with tempfile.TemporaryDirectory() as folder:
        bodies = [(scene[name]["motion"], mesh_of(graze, scene[name]["shape"], folder), name)
                  for name in COLOURS]
    panels = [panel(bodies, 0, "t = 0 s: apart", None),
              panel(bodies, hi, f"first contact: {lo:.9f} s", contact),
              panel(bodies, 1, "t = 1 s: apart again", None)]
    moved = "\n".join(f'<g transform="translate({k * SIZE},0)">\n{p}\n</g>' for k, p in enumerate(panels))
    shades = "".join(line for item in COLOURS.items() for line in style_of(*item))
    style = (shades + "path{stroke-width:1}text{font:15px sans-serif;text-anchor:middle;fill:#445}"
             ".normal{stroke:#c22;stroke-width:2.5}.point{fill:#c22;stroke:#fff;stroke-width:1.5}")
    (ROOT / "docs/first_contact.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * SIZE} {HEIGHT}">\n'
        f'<title>A gear falls through a turning ring</title>\n<style>{style}</style>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{moved}\n</svg>\n')


if __name__ == "__main__":
    main()
