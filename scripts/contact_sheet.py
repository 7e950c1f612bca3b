#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A picture of OBJ files side by side, for the docs: contact_sheet.py OUT.png A.obj B.obj ...

Plain Python with a depth buffer: no package is needed. Seen from above, front right; light from the
viewer's left shoulder.
"""
import math
import struct
import sys
import zlib

TILE = 180
COLUMNS = 7


def read_obj(path):
    vertices, triangles = [], []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[:1] == ["v"]:
                vertices.append(tuple(float(w) for w in words[1:4]))
            elif words[:1] == ["f"]:
                triangles.append([int(w.split("/")[0]) - 1 for w in words[1:4]])
    return vertices, triangles


def turned(vertices):
    """World (z up) to screen: x right, y up, z towards the viewer."""
    azimuth, height = math.radians(35), math.radians(28)
    ca, sa, ch, sh = math.cos(azimuth), math.sin(azimuth), math.cos(height), math.sin(height)
    result = []
    for x, y, z in vertices:
        right, back = ca * x - sa * y, sa * x + ca * y
        result.append((right, ch * z + sh * back, sh * z - ch * back))
    return result


def fitted(points):
    lo = [min(p[k] for p in points) for k in range(3)]
    hi = [max(p[k] for p in points) for k in range(3)]
    scale = 0.88 * TILE / max(hi[0] - lo[0], hi[1] - lo[1])
    mid = [(a + b) / 2 for a, b in zip(lo, hi)]
    return [((x - mid[0]) * scale + TILE / 2, TILE / 2 - (y - mid[1]) * scale, z * scale) for x, y, z in points]


def shade(a, b, c):
    u = [b[k] - a[k] for k in range(3)]
    v = [c[k] - a[k] for k in range(3)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    size = math.sqrt(sum(x * x for x in n)) or 1.0
    # Screen y points down, which turns cross products round: the outward normal is -n.
    light = (0.35 * n[0] + 0.55 * n[1] - 0.76 * n[2]) / size
    return 60 + 185 * max(0.0, light)


def draw(points, triangles):
    depth = [[-1e30] * TILE for _ in range(TILE)]
    pixels = [[255] * TILE for _ in range(TILE)]
    for t in triangles:
        a, b, c = (points[i] for i in t)
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if area >= 0.0:  # seen from behind, or edge-on
            continue
        grey = int(shade(a, b, c))
        rows = range(max(0, int(min(a[1], b[1], c[1]))), min(TILE, int(max(a[1], b[1], c[1])) + 2))
        columns = range(max(0, int(min(a[0], b[0], c[0]))), min(TILE, int(max(a[0], b[0], c[0])) + 2))
        for y in rows:
            for x in columns:
                wc = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
                wb = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
                if wb < 0 or wc < 0 or wb + wc > 1:
                    continue
                z = a[2] + wb * (b[2] - a[2]) + wc * (c[2] - a[2])
                if z > depth[y][x]:
                    depth[y][x] = z
                    pixels[y][x] = grey
    return pixels


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    body = b"".join(b"\0" + bytes(row) for row in rows)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b""))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tiles = []
    for path in sys.argv[2:]:
        vertices, triangles = read_obj(path)
        tiles.append(draw(fitted(turned(vertices)), triangles))
    while len(tiles) % COLUMNS:
        tiles.append([[255] * TILE for _ in range(TILE)])
    rows = []
    for start in range(0, len(tiles), COLUMNS):
        for y in range(TILE):
            rows.append([value for tile in tiles[start:start + COLUMNS] for value in tile[y]])
    write_png(sys.argv[1], rows)


if __name__ == "__main__":
    main()
