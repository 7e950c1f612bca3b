# SPDX-License-Identifier: MIT
"""Bad robots, trajectories and animations."""
from case import Case
from certificates import END, HEAD

URDF = """<robot name="r"><link name="a"/><link name="b"><collision><geometry><sphere radius="0.1"/>
</geometry></collision></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/>
<limit lower="-1" upper="1"/></joint></robot>"""
GOOD = {"r.urdf": URDF, "w.csv": "time,j\n0,0\n1,1\n"}


def robot(name, text, says=()):
    return Case("robot: " + name, ["check", "r.urdf"], {"r.urdf": text}, says=says)


def option(name, *words, files=None, says=()):
    return Case("robot: " + name, ["check", "r.urdf", *words], {**GOOD, **(files or {})}, says=says)


SCENE = """{"bodies": [{"name": "left", "shape": {"type": "box", "size": [1, 1, 1]}},
{"name": "right", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [3, 0, 0]}}]}"""


def no_robot(verb, *words):
    """What only robots know must not be ignored in silence: the answer would be about something else."""
    question = ["verify", "proof"] if verb == "verify" else [verb]
    more = ["--each-pair"] if verb == "batch" else []
    return Case(f"no robot: {verb} {words[0]}", [*question, "scene.json", *more, *words],
                {"scene.json": SCENE, "proof": HEAD + END}, says=[words[0], "no robot"])


def way(name, text, says=()):
    return option("trajectory: " + name, "--trajectory", "t.csv", files={"t.csv": text}, says=says)


def animation(name, text, says=()):
    return Case("animation: " + name, ["check", "a.gltf"], {"a.gltf": text}, says=says)


def cases():
    yield Case("robot: missing file", ["check", "none.urdf"], says=["none.urdf"])
    yield robot("empty file", "")
    yield robot("not XML", "robot: yes", says=["XML"])
    yield robot("an element left open", "<robot name='r'><link name='a'>", says=["XML"])
    yield robot("an SDF without a model", "<sdf version='1.6'/>", says=["<model>"])
    yield robot("an SDF that includes another", "<sdf version='1.6'><model name='m'><include/></model></sdf>",
                says=["gz sdf -p"])
    yield robot("no links", "<robot name='r'/>", says=["no links"])
    yield robot("two roots", "<robot name='r'><link name='a'/><link name='b'/></robot>", says=["'a', 'b'"])
    yield robot("limits upside down", URDF.replace('lower="-1"', 'lower="2"'), says=["lower = 2"])
    yield robot("no limits", URDF.replace('<limit lower="-1" upper="1"/>', ""), says=["limit"])
    yield robot("missing link", URDF.replace('<child link="b"/>', '<child link="bb"/>'), says=["'bb'", "'b'"])
    yield robot("radius negative", URDF.replace('"0.1"', '"-0.1"'), says=["radius"])
    yield robot("missing mesh", URDF.replace('<sphere radius="0.1"/>', '<mesh filename="m.stl"/>'), says=["m.stl"])
    yield robot("missing package", URDF.replace('<sphere radius="0.1"/>', '<mesh filename="package://p/m.stl"/>'),
                says=["--package-dir"])
    yield robot("link that carries itself", URDF.replace('<parent link="a"/>', '<parent link="b"/>'), says=["cycle"])
    yield option("SRDF missing", "--srdf", "none.srdf", says=["none.srdf"])
    yield option("SRDF that is a URDF's mesh", "--srdf", "s.srdf", files={"s.srdf": "solid x"}, says=["XML"])
    yield option("carry without a link", "--carry", "cup", says=["BODY@LINK"])
    yield option("joint error without a number", "--joint-error", "wide", says=["--joint-error"])
    yield option("joint error of an unknown joint", "--joint-error", "k=0.1", says=["'k'"])
    yield option("joint error of a turn as a length", "--joint-error", "j=5mm", says=["an angle"])
    for words in (["--joint-error", "0.3deg"], ["--padding", "0.1"], ["--trajectory", "w.csv"], ["--srdf", "r.srdf"],
                  ["--scene", "w.json"], ["--rest", "j=0"], ["--state", "up"], ["--place", "0 0 0"]):
        yield no_robot("check", *words)
    yield no_robot("check", "--time-error", "0.1")
    yield no_robot("batch", "--padding", "0.1")
    yield no_robot("verify", "--padding", "0.1")
    yield Case("batch: more stretches than fit into memory", ["batch", "scene.json", "--stretches", "1000000000000"],
               {"scene.json": SCENE}, says=["--stretches", "10000000"])
    yield Case("may-touch for a while in a written scene",
               ["check", "scene.json", "--may-touch", "left:right@0:1", "--write-scene", "o.json"],
               {"scene.json": SCENE}, says=["--write-scene"])
    yield Case("may-touch for a while beside a clearance",
               ["check", "scene.json", "--may-touch", "left:right@0:1", "--clearance"],
               {"scene.json": SCENE}, says=["--may-touch", "--clearance"])
    yield Case("frames at an infinite rate", ["check", "scene.json", "--fps", "inf"], {"scene.json": SCENE},
               says=["--fps", "inf"])
    yield option("may-touch of one name", "--may-touch", "a", says=["A:B"])
    yield option("may-touch of an unknown body", "--may-touch", "a:c", says=["'c'"])
    yield way("degrees", "time,j\n0,0\n1,90\n", says=["degrees", "--angles"])
    yield robot("an MJCF without bodies", "<mujoco model='m'/>", says=["<worldbody>"])
    yield robot("an MJCF with a height field", "<mujoco><worldbody><geom type='hfield'/></worldbody></mujoco>",
                says=["hfield"])
    yield robot("a macro", "<robot name='r' xmlns:xacro='x'><xacro:include filename='a'/></robot>", says=["xacro"])
    yield option("state unknown", "--state", "up", says=["'up'"])
    yield option("rest without a value", "--rest", "j", says=["--rest"])
    yield option("rest of an unknown joint", "--rest", "k=1", says=["'k'"])
    yield option("place of two numbers", "--place", "1 2", says=["--place"])
    yield option("attached to nothing", "--attach", "table", says=["table"])
    yield option("padding negative", "--padding", "-1", says=["--padding"])
    yield option("interpolation unknown", "--trajectory", "w.csv", "--interpolation", "bent", says=["bent"])
    yield option("cubic without velocities", "--trajectory", "w.csv", "--interpolation", "cubic",
                 says=["velocities"])
    yield way("empty", "", says=["time"])
    yield way("no names", "0,1\n1,2\n", says=["time"])
    yield way("unknown joint", "time,k\n0,0\n", says=["'k'"])
    yield way("times that fall", "time,j\n1,0\n0,0\n", says=["t.csv:3"])
    yield way("a word for a number", "time,j\n0,zero\n", says=["'zero'"])
    yield way("too few columns", "time,j\n0\n", says=["1 columns"])
    yield way("decimal commas", "time;j\n0;0,5\n", says=["point"])
    yield Case("sweep: unknown joint", ["sweep", "r.urdf", "--joint", "k=0:1"], GOOD, says=["'k'"])
    yield Case("sweep: a value for a range", ["sweep", "r.urdf", "--joint", "j=0"], GOOD, says=["FROM:TO"])
    yield Case("acm: missing file", ["acm", "none.urdf"], says=["none.urdf"])
    yield Case("acm: no samples", ["acm", "r.urdf", "--samples", "0"], GOOD, says=["--samples"])
    yield Case("animation: missing file", ["check", "none.glb"], says=["none.glb"])
    yield animation("empty file", "")
    yield animation("not JSON", "gltf", says=["a.gltf"])
    yield animation("no asset", "{}", says=["a.gltf"])
    yield animation("mesh out of range", '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":3}]}',
                    says=["index 3"])
    yield animation("cycle of nodes", '{"asset":{"version":"2.0"},"nodes":[{"children":[1]},{"children":[0]}]}',
                    says=["cycle"])
    yield animation("required extension", '{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"],'
                    '"extensionsUsed":["KHR_draco_mesh_compression"]}', says=["KHR_draco_mesh_compression"])
    yield animation("instances that are used, not required",
                    '{"asset":{"version":"2.0"},"extensionsUsed":["EXT_mesh_gpu_instancing"],'
                    '"nodes":[{"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{}}}}]}',
                    says=["nodes[0].extensions", "EXT_mesh_gpu_instancing", "would be lost"])
