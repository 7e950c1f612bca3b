# SPDX-License-Identifier: MIT
"""Bad certificates, and bad ways to ask for one."""
import struct

from case import Case

SCENE = '{"bodies": [{"name": "ball", "shape": {"type": "icosphere"}}]}'
HEAD = b"GRAZEPRF" + struct.pack("<II", 1, 0)
END = struct.pack("<BQQ", 0, 0, 0)


def bad(name, content, says=("proof",)):
    return Case("certificate: " + name, ["verify", "proof", "scene.json"],
                {"proof": content, "scene.json": SCENE}, says=says)


def cases():
    yield Case("certificate: missing", ["verify", "proof", "scene.json"], {"scene.json": SCENE},
               says=["proof"])
    yield Case("certificate: missing scene", ["verify", "proof", "scene.json"],
               {"proof": HEAD + END}, says=["scene.json"])
    yield bad("empty", b"")
    yield bad("text", "a proof that they do not touch", says=["proof", "GRAZEPRF"])
    yield bad("a mesh", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    yield bad("only the first word", b"GRAZEPRF", says=["end of the file"])
    yield bad("another version", b"GRAZEPRF" + struct.pack("<II", 7, 0), says=["version 7"])
    yield bad("four billion bodies", b"GRAZEPRF" + struct.pack("<II", 1, 0xffffffff),
              says=["bodies"])
    yield Case("certificate: file in a folder that does not exist",
               ["check", "scene.json", "--certificate", "no/where/proof"], {"scene.json": SCENE},
               says=["no/where"], stdout="/dev/null")
    yield Case("certificate: of a robot", ["check", "robot.urdf", "--certificate", "proof"],
               {"robot.urdf": '<robot name="r"><link name="a"/></robot>'}, says=["--certificate"])
