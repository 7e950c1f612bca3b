# SPDX-License-Identifier: MIT
"""Bad meshes in every format, and bad places to read from or write to."""
import os
import struct

from case import Case

TRIANGLE_OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
VERTICES = "0 0 0\n1 0 0\n0 1 0\n"
PLY_HEAD = ("ply\nformat {} 1.0\nelement vertex {}\nproperty float x\nproperty float y\n"
            "property float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n")


def ply(form="ascii", vertices=3, faces=1):
    return PLY_HEAD.format(form, vertices, faces)


def binary_stl(count, *triangles):
    body = b"".join(struct.pack("<12f", 0, 0, 1, *t) + b"\0\0" for t in triangles)
    return b"made by a test".ljust(80, b"\0") + struct.pack("<I", count) + body


def binary_ply(vertices, faces, order="<"):
    form = "binary_little_endian" if order == "<" else "binary_big_endian"
    body = b"".join(struct.pack(order + "3f", *v) for v in vertices)
    body += b"".join(struct.pack(order + "B3i", 3, *f) for f in faces)
    return ply(form, len(vertices), len(faces)).encode() + body


def stl(inner):
    return f"solid s\n{inner}endsolid s\n"


FACET = ("facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
         "endfacet\n")
CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
FLAT = (0, 0, 0, 1, 0, 0, 0, 1, 0)
NAN = float("nan")

MESHES = {
    "obj": {
        "empty": "",
        "comments only": "# nothing\n",
        "index 0": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n",
        "index too large": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
        "negative index too far back": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n",
        "index of 30 digits": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 " + "9" * 30 + "\n",
        "index that is a word": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 three\n",
        "index with a fraction": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2.5\n",
        "faces but no vertices": "f 1 2 3\n",
        "face with two corners": "v 0 0 0\nv 1 0 0\nf 1 2\n",
        "vertex with two coordinates": "v 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "NaN coordinate": "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "infinite coordinate": "v inf 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "coordinate beyond double": "v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "coordinate that is a word": "v zero 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "coordinate with a comma": "v 0,5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "hexadecimal coordinate": "v 0x10 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "cut off inside a vertex": "v 0 0 0\nv 1 0 0\nv 0 1",
        "zero bytes": "v 0 0 0\n\0\0\0\0f 1 2 3\n",
        "free-form surface": "v 0 0 0\nv 1 0 0\nv 0 1 0\nsurf 0 1 0 1 1 2 3\n",
    },
    "stl": {
        "empty": "",
        "header cut off": b"made by a test",
        "count larger than the file": binary_stl(1000, FLAT),
        "count of four billion": binary_stl(0xFFFFFFFF, FLAT),
        "cut off inside a triangle": binary_stl(2, FLAT, FLAT)[:-7],
        "NaN in binary": binary_stl(1, (NAN, 0, 0, 1, 0, 0, 0, 1, 0)),
        "infinity in binary": binary_stl(1, (0, 0, 0, float("inf"), 0, 0, 0, 1, 0)),
        "text cut off": "solid s\n" + FACET[:60],
        "facet without its loop": stl(FACET.replace("outer loop\n", "")),
        "loop of two vertices": stl(FACET.replace("vertex 1 0 0\n", "")),
        "NaN in text": stl(FACET.replace("vertex 1 0 0", "vertex nan 0 0")),
        "word in text": stl(FACET.replace("vertex 1 0 0", "vertex one 0 0")),
        "no end": "solid s\n" + FACET,
    },
    "ply": {
        "empty": "",
        "no magic": ply()[4:] + VERTICES + "3 0 1 2\n",
        "header cut off": ply()[:60],
        "no end of header": ply().replace("end_header\n", ""),
        "unknown format": ply("binary_middle_endian") + VERTICES + "3 0 1 2\n",
        "unknown version": ply().replace("1.0", "2.0") + VERTICES + "3 0 1 2\n",
        "unknown type": ply().replace("float x", "real x") + VERTICES + "3 0 1 2\n",
        "property before any element": "ply\nformat ascii 1.0\nproperty float x\nend_header\n",
        "vertices without z": ply().replace("property float z\n", "") + "0 0\n1 0\n0 1\n3 0 1 2\n",
        "faces without indices": ply().replace("vertex_indices", "colours") + VERTICES + "3 0 1 2\n",
        "no vertex element": "ply\nformat ascii 1.0\nelement face 0\n"
                             "property list uchar int vertex_indices\nend_header\n",
        "negative count": ply(vertices=-3) + VERTICES + "3 0 1 2\n",
        "count that is a word": ply(vertices="three") + VERTICES + "3 0 1 2\n",
        "billions of vertices claimed": ply(vertices=4000000000) + VERTICES + "3 0 1 2\n",
        "count beyond 64 bits": ply(vertices="9" * 25) + VERTICES + "3 0 1 2\n",
        "billions of vertices claimed in binary":
            binary_ply(CORNERS, [(0, 1, 2)]).replace(b"vertex 3", b"vertex 4000000000"),
        "text cut off": ply() + VERTICES,
        "index too large": ply() + VERTICES + "3 0 1 3\n",
        "index negative": ply() + VERTICES + "3 0 1 -1\n",
        "list length negative": ply() + VERTICES + "-3 0 1 2\n",
        "list shorter than told": ply() + VERTICES + "3 0 1\n",
        "NaN in text": ply() + "nan 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "index too large in binary": binary_ply(CORNERS, [(0, 1, 7)]),
        "NaN in binary": binary_ply([(NAN, 0, 0), *CORNERS[1:]], [(0, 1, 2)]),
        "NaN in big-endian": binary_ply([(NAN, 0, 0), *CORNERS[1:]], [(0, 1, 2)], ">"),
        "little-endian cut off": binary_ply(CORNERS, [(0, 1, 2)])[:-3],
        "big-endian cut off": binary_ply(CORNERS, [(0, 1, 2)], ">")[:-3],
    },
    "off": {
        "empty": "",
        "only the magic": "OFF\n",
        "counts missing": "OFF\n3\n",
        "counts negative": "OFF\n-3 1 0\n" + VERTICES + "3 0 1 2\n",
        "counts of billions": "OFF\n4000000000 4000000000 0\n" + VERTICES + "3 0 1 2\n",
        "cut off in the vertices": "OFF\n3 1 0\n0 0 0\n1 0\n",
        "cut off in the faces": "OFF\n3 1 0\n" + VERTICES,
        "index too large": "OFF\n3 1 0\n" + VERTICES + "3 0 1 3\n",
        "index negative": "OFF\n3 1 0\n" + VERTICES + "3 0 1 -1\n",
        "face of two corners": "OFF\n3 1 0\n" + VERTICES + "2 0 1\n",
        "face of billions of corners": "OFF\n3 1 0\n" + VERTICES + "4000000000 0 1 2\n",
        "NaN": "OFF\n3 1 0\nnan 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "word": "OFF\n3 1 0\nzero 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "binary kind": "OFF BINARY\n\0\0\0\3",
    },
}


def unreadable(path):
    path.write_text(TRIANGLE_OBJ)
    path.chmod(0)


def closed_folder(path):
    path.mkdir()
    path.chmod(0o500)


def loop(path):
    os.symlink(path.name, path)


def reading():
    good = {"good.obj": TRIANGLE_OBJ}
    yield Case("mesh: missing file", ["info", "no.obj"], says=["no.obj"])
    yield Case("mesh: missing folder", ["info", "no/such/mesh.obj"], says=["no/such/mesh.obj"])
    yield Case("mesh: empty name", ["info", ""])
    yield Case("mesh: a folder", ["info", "folder.obj"], {"folder.obj": lambda p: p.mkdir()},
               says=["directory"])
    yield Case("mesh: no permission", ["info", "secret.obj"], {"secret.obj": unreadable},
               says=["secret.obj", "ermission"], demote=True)
    yield Case("mesh: link to itself", ["info", "loop.obj"], {"loop.obj": loop}, says=["loop.obj"])
    yield Case("mesh: link to nothing", ["info", "link.obj"],
               {"link.obj": lambda p: os.symlink("gone.obj", p)}, says=["link.obj"])
    yield Case("mesh: name of 5000 letters", ["info", "a" * 5000 + ".obj"])
    yield Case("mesh: line break in the name", ["info", "a\nb.obj"])
    yield Case("mesh: unknown extension", ["info", "mesh.blend"], {"mesh.blend": "BLENDER-v300"},
               says=[".blend"])
    yield Case("mesh: no extension", ["info", "mesh"], {"mesh": TRIANGLE_OBJ}, says=["extension"])
    yield Case("mesh: picture named .obj", ["info", "a.obj"], {"a.obj": b"\x89PNG\r\n\x1a\n\0\0\0\r"})
    yield Case("mesh: one good, one missing", ["convert", "no.obj", "out.stl"], good, says=["no.obj"])


def writing():
    def convert(name, out, *words, files=None, **options):
        return Case("convert: " + name, ["convert", "good.obj", out, *words],
                    {"good.obj": TRIANGLE_OBJ, **(files or {})}, **options)

    yield convert("unknown output extension", "out.blend", says=[".blend"])
    yield convert("no output extension", "out", says=["extension"])
    yield convert("output is a folder", "folder.stl", files={"folder.stl": lambda p: p.mkdir()},
                  says=["directory"])
    yield convert("output in a missing folder", "no/such/out.stl", says=["no/such/out.stl"])
    yield convert("output in a folder without permission", "closed/out.stl",
                  files={"closed": closed_folder}, says=["closed/out.stl"], demote=True)
    yield convert("output onto a full device", "/dev/full", "--format", "stl", says=["/dev/full"],
                  demote=True)
    yield convert("output where no file can be", "/proc/graze.stl", says=["/proc/graze.stl"])
    for verb in ("convert", "repair"):
        yield Case(f"{verb}: the output is the input", [verb, "good.obj", "good.obj"], {"good.obj": TRIANGLE_OBJ},
                   says=["good.obj", "answer rests on"])
        yield Case(f"{verb}: the output is a link to the input", [verb, "good.obj", "link.obj"],
                   {"good.obj": TRIANGLE_OBJ, "link.obj": lambda p: p.symlink_to("good.obj")},
                   says=["link.obj", "answer rests on"])
    yield convert("unknown format", "out.stl", "--format", "blend", says=["blend"])
    yield convert("third argument", "out.stl", "more.stl", says=["more.stl"])
    yield Case("convert: bad input leaves the old output", ["convert", "bad.obj", "old.stl"],
               {"bad.obj": "v 0 0 0\nf 1 1 9\n", "old.stl": binary_stl(1, FLAT)}, says=["bad.obj"])
    yield Case("convert: coordinate too large for a float", ["convert", "far.obj", "out.stl"],
               {"far.obj": TRIANGLE_OBJ.replace("v 1 ", "v 1e300 ")}, says=["float"])
    yield Case("info: answer onto a full device", ["info", "good.obj"], {"good.obj": TRIANGLE_OBJ},
               stdout="/dev/full", says=["output"])


def deforming():
    moved = TRIANGLE_OBJ.replace("v 0 0 0", "v 0 0 1")
    good = {"a.obj": TRIANGLE_OBJ, "b.obj": moved}

    def case(name, *words, files=None, says=()):
        return Case("deform: " + name, ["deform", *words], {**good, **(files or {})}, says=says)

    yield case("one frame", "a.obj", says=["FRAMES"])
    yield case("three frames", "a.obj", "b.obj", "a.obj")
    yield case("missing second frame", "a.obj", "no.obj", says=["no.obj"])
    yield case("frames with different numbers of vertices", "a.obj", "c.obj",
               files={"c.obj": TRIANGLE_OBJ + "v 5 5 5\n"})
    yield case("frames with different triangles", "a.obj", "c.obj",
               files={"c.obj": TRIANGLE_OBJ.replace("f 1 2 3", "f 1 3 2")})
    yield case("tolerance zero", "a.obj", "b.obj", "--tolerance", "0", says=["tolerance"])
    yield case("tolerance NaN", "a.obj", "b.obj", "--tolerance", "nan", says=["tolerance"])
    yield case("budget negative", "a.obj", "b.obj", "--budget", "-1", says=["budget"])


def cases():
    yield from reading()
    yield from writing()
    yield from deforming()
    for form, kinds in MESHES.items():
        for kind, content in kinds.items():
            name = f"bad.{form}"
            yield Case(f"{form}: {kind}", ["convert", name, "out.off"], {name: content}, says=[name])
