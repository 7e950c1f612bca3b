# SPDX-License-Identifier: MIT
"""Names that no other test needs, each against a closed form; and that no public name is left out."""
import ast
import math
import pathlib
import pickle
import re

import numpy as np
import pytest

import graze

TESTS = pathlib.Path(__file__).resolve().parent
ROBOTS = TESTS.parents[1] / "examples" / "robots"


def members_of(node):
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            yield part.name
        if isinstance(part, ast.AnnAssign):
            yield part.target.id


def test_every_public_name_is_asked_by_a_test():
    tree = ast.parse((pathlib.Path(graze.__file__).parent / "__init__.pyi").read_text())
    text = "".join(path.read_text() for path in sorted(TESTS.glob("test_*.py")))
    public = [node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    assert len(public) > 40
    untested = [node.name for node in public if isinstance(node, ast.FunctionDef)
                and f"graze.{node.name}(" not in text]
    for node in public:
        for name in members_of(node) if isinstance(node, ast.ClassDef) else ():
            if not name.startswith("_") and not re.search(rf"(\.|def ){name}\b", text):
                untested.append(f"{node.name}.{name}")
    assert untested == []


def test_meshes_and_shapes_tell_what_they_are(tmp_path):
    assert "gear" in graze.shape_names()
    mesh = graze.Mesh.named("gear")
    lo, hi = mesh.bounds
    assert np.array_equal(lo, mesh.vertices.min(axis=0)) and np.array_equal(hi, mesh.vertices.max(axis=0))
    mesh.save(tmp_path / "gear.obj")
    assert graze.Shape.load(tmp_path / "gear.obj").source == str(tmp_path / "gear.obj")
    capsule = graze.Shape.capsule([0, 0, 0], [0, 0, 1], 0.25)
    assert capsule.form == "capsule" and capsule.rounding == 0.25
    with pytest.raises(graze.InputError, match="a .step or .brep file"):
        graze.Shape.load(tmp_path / "gear.obj", part="teeth")


def test_motions_are_joined_carried_and_turned_back():
    there = graze.Motion.between([0, 0, 0], [1, 0, 0])
    way = graze.Motion.path([0, 1, 3], [[0, 0, 0], [1, 0, 0], [1, 4, 0]])
    assert way.domain == (0.0, 3.0) and np.allclose(way.pose_at(2.0)[:3, 3], [1, 2, 0])
    turn = graze.Motion.screw(axis=[0, 0, 1], angle=math.pi)
    carried = graze.Motion.composed(turn, there)
    for t in np.linspace(0, 1, 7):
        assert np.allclose(carried.pose_at(t), turn.pose_at(t) @ there.pose_at(t), atol=1e-15)
        assert np.allclose(graze.Motion.reversed(turn).pose_at(t), turn.pose_at(1 - t), atol=1e-15)
    read = graze.Motion.from_json('{"type": "screw", "axis": [0, 0, 1], "angle_degrees": 180}')
    assert np.allclose(read.pose_at(0.5), turn.pose_at(0.5))


def test_scenes_are_text_rules_and_chains(two_balls):
    again = graze.Scene.from_json(two_balls.to_json())
    assert again.names == two_balls.names and again.units == "m" and again.tolerance is None
    again.units, again.tolerance = "mm", 1e-4
    assert graze.Scene.from_json(again.to_json()).tolerance == 1e-4
    arm = graze.Scene()
    arm.add("upper", graze.Shape.box([0.1, 0.1, 0.1]), [0, 0, 1])
    arm.add("lower", graze.Shape.box([0.1, 0.1, 0.1]), [0, 0, 1], parent="upper")
    arm.add("post", graze.Shape.box([0.1, 0.1, 0.1]), [5, 0, 0])
    assert np.allclose(arm.world_pose("lower", 0.0)[:3, 3], [0, 0, 2])
    arm.set_motion("upper", [1, 0, 0])
    assert np.allclose(arm.world_pose("lower", 0.0)[:3, 3], [1, 0, 1])
    before = arm.checked_pairs()
    arm.may_touch("lower", "post")
    assert set(before) - set(arm.checked_pairs()) == {("lower", "post")}
    ready = graze.PreparedScene(arm)
    assert ready.names == arm.names and ready.span == arm.span and len(ready) == 3


def test_a_contact_names_its_place_on_both_bodies():
    scene = graze.Scene(tolerance=1e-6)
    scene.add("floor", graze.Shape(graze.Mesh.named("box", x=2, y=2, z=2)))
    scene.add("tip", graze.Shape(graze.Mesh([[0, 0, 0], [0.3, 0, 1], [-0.2, 0.3, 1], [-0.2, -0.3, 1]],
                                            [[0, 1, 3], [0, 2, 1], [0, 3, 2], [1, 2, 3]])),
              graze.Motion.between([0.1, 0.2, 3], [0.1, 0.2, -1]))
    report = graze.first_contact(scene)
    top = graze.Mesh.named("box", x=2, y=2, z=2).bounds[1][2]
    contact = report.contacts[0]
    assert report.tolerance == 1e-6 and report.tests > 0
    assert report.time[1] == pytest.approx((3 - top) / 4, abs=1e-5)
    assert (contact.feature_a, contact.feature_b) == ("face", "vertex")
    assert np.allclose(contact.point_a, [0.1, 0.2, top], atol=1e-5) and np.allclose(contact.point_b, contact.point_a, atol=1e-5)
    assert 0 <= contact.triangle_a < 12 and contact.triangle_b in (0, 1, 2)


def test_clearances_intervals_and_overlaps_are_whole(two_balls):
    nearest = graze.clearance(two_balls, span=(0.0, 0.2))[0]
    assert nearest.closest.distance == nearest.distance[1] == pytest.approx(0.4, abs=1e-5)
    times = graze.intervals(two_balls)[0]
    assert times.sure_until == pytest.approx(1.0)
    for answer in (nearest, times):
        again = pickle.loads(pickle.dumps(answer))
        assert again.to_dict() == answer.to_dict() and (again.a, again.b) == (answer.a, answer.b)
    boxes = graze.Scene()
    boxes.add("a", graze.Shape.box([1, 1, 1]))
    boxes.add("b", graze.Shape.box([1, 1, 1]), [1.5, 0, 0])
    overlap = graze.volume(boxes, pixels=32)[0]
    assert overlap.error < 1e-6 * overlap.volume + 1e-9
    assert np.allclose(overlap.centre, [0.75, 0, 0], atol=1e-6) and overlap.depth == pytest.approx(0.5, rel=1e-6)


def test_a_refused_proof_says_why(wall_and_rod):
    wall_and_rod.span = (0.0, 0.3)
    certificate, _ = graze.prove(wall_and_rod)
    good = graze.verify(wall_and_rod, certificate)
    assert good.pairs == 1 and good.reason == ""
    wall_and_rod.set_motion("rod", [0.1, 0, 0])
    assert graze.verify(wall_and_rod, certificate).reason


def test_robots_and_their_ways_are_values():
    arm = graze.Robot.load(ROBOTS / "arm.urdf", ROBOTS / "arm.srdf")
    assert len(arm.home) == len(arm.joints)
    way = graze.Trajectory.load(ROBOTS / "good_way.csv")
    again = pickle.loads(pickle.dumps(way))
    assert again.joints == way.joints and np.array_equal(again.positions, way.positions)
    assert np.array_equal(again.times, way.times)
    first, second = ([report.to_dict() for report in arm.check(each)] for each in (way, again))
    for report in first + second:
        report["stats"].pop("seconds")
    assert first == second
    checker = graze.MotionChecker(arm, earliest=True)
    edges = np.zeros((1, 2, len(arm.joints)))
    one = checker.check_edges(edges)
    assert one.safe.shape == (1,) and one.contact.shape == (1,)


def test_monitors_tell_how_they_know(two_balls):
    monitor = graze.Monitor(two_balls, horizon=0.3)
    events = []
    for k in range(6):
        monitor.observe("flying", 0.05 * k, [-4 + 0.4 * k, 0, 0])
        events += monitor.cycle(0.05 * k)
    assert events and all(isinstance(event.is_coarse, bool) and not event.is_inside for event in events)


def test_errors_advise():
    with pytest.raises(graze.InputError) as caught:
        graze.Mesh.load("no_such_file.stl")
    assert caught.value.advice


def test_materials_and_motors_are_values():
    material = pickle.loads(pickle.dumps(graze.Material(0.1, 0.2, 0.3, 0.4)))
    assert (material.friction, material.restitution, material.rolling, material.spinning) == (0.1, 0.2, 0.3, 0.4)
    motor = pickle.loads(pickle.dumps(graze.Motor(1.0, 2.0, 3.0)))
    assert (motor.speed, motor.most_force, motor.target) == (1.0, 2.0, 3.0)


def test_a_step_tells_all_that_it_did():
    world = graze.World(step=0.01, material=graze.Material(restitution=0.5))
    world.add("floor", graze.Shape.box([5, 5, 0.5]), [0, 0, -0.5], role="static")
    ball = world.add("ball", graze.Shape.sphere(0.1), [0, 0, 0.3])
    impacts, report = [], None
    while not impacts:
        report = world.step()
        impacts = report.impacts
    assert world.state.steps == round(world.time / 0.01) and report.seconds >= 0.0
    assert impacts[0].speed == pytest.approx(math.sqrt(2 * 9.81 * 0.2), rel=1e-2)
    assert report.inner_steps >= 1 and report.rounds >= 1 and report.clamps >= 0 and report.residual < 1e-3
    assert report.smallest_gap > 0.0 and (report.holds, report.late, report.broken) == ([], [], [])
    energy = world.energy
    assert energy.springs == 0.0 and energy.total == pytest.approx(energy.kinetic + energy.gravity)
    speed = world.velocity(ball)[2]
    assert energy.kinetic == pytest.approx(0.5 * speed**2 + 0.2 * 0.1**2 * (world.angular_velocity("ball") ** 2).sum())
    calm = graze.World(step=0.01)
    calm.add("floor", graze.Shape.box([5, 5, 0.5]), [0, 0, -0.5], role="static")
    calm.add("ball", graze.Shape.sphere(0.1), [0, 0, 0.15])
    for _ in range(60):
        report = calm.step()
    contact = report.contacts[0]
    assert 0 < contact.gap < 2 * world.skin("floor", "ball")
    assert contact.impulse == pytest.approx(contact.force * 0.01)
    assert np.allclose(world.mass("ball").centre, 0)


def test_joints_are_switched_broken_and_removed():
    def pendulum(**more):
        world = graze.World(step=0.01)
        world.add("base", graze.Shape.box([0.1, 0.1, 0.1]), role="static")
        world.add("bob", graze.Shape.box([0.05, 0.05, 0.05]), [1, 0, 0])
        world.join("revolute", "base", "bob", axis=[0, 1, 0], name="pin", **more)
        return world

    def falls(world):
        return world.run(0.2).poses[-1, 1, 2, 3] == pytest.approx(-0.5 * 9.81 * 0.04, rel=1e-6)

    assert not falls(pendulum())
    off = pendulum()
    off.enable("pin", False)
    gone = pendulum()
    gone.remove_joint("pin")
    assert falls(off) and falls(gone)
    weak = pendulum(break_force=1e-3)
    assert weak.step().broken == [0]


def test_forces_and_driven_bodies_obey():
    world = graze.World(step=0.01, gravity=[0, 0, 0])
    world.add("bar", graze.Shape.box([0.5, 0.1, 0.1]), mass=2.0)
    world.add("slide", graze.Shape.box([0.1, 0.1, 0.1]), [5, 0, 0], role="driven")
    world.set_motion("slide", graze.Motion.between([5, 0, 0], [6, 0, 0]))
    world.set_force_at("bar", [0, 0, 1], [0.5, 0, 0])
    world.step()
    inertia = 2.0 / 3.0 * (0.5**2 + 0.1**2)
    assert world.velocity("bar")[2] == pytest.approx(0.01 / 2.0)
    assert world.angular_velocity("bar")[1] == pytest.approx(-0.5 * 0.01 / inertia, rel=1e-3)
    world.run(0.49)
    assert world.pose("slide")[0, 3] == pytest.approx(5.5)


class Witness(graze.ResponseController):
    """Looks at everything that a controller can see."""

    def __init__(self):
        super().__init__()
        self.contacts = []

    def begin(self, objects):
        lo, hi = objects.extent("ball")
        assert np.all(lo < hi) and objects.is_second_order and not objects.is_asked("floor", "floor")
        assert np.allclose(objects.acceleration("ball"), [0, 0, -9.81])
        assert objects.material("floor", "ball").friction == 0.5 and objects.mass("floor") is None
        state = objects.state("ball")
        assert np.all(state.angular_velocity == 0) and not state.is_late
        self.contacts += [found.guarantee for found in objects.detect()]

    def respond(self, objects, contacts):
        self.contacts += contacts
        for contact in contacts:
            objects.change(contact.b, velocity=-objects.state(contact.b).velocity)  # as in honey


def test_controllers_see_and_respond():
    world = graze.World(step=0.01)
    world.add("floor", graze.Shape.box([5, 5, 0.5]), [0, 0, -0.5], role="static")
    world.add("ball", graze.Shape.sphere(0.1), [0, 0, 0.2])
    witness = Witness()
    world.add_detector(graze.MethodDetector(), [("floor", "ball")])
    world.add_response(witness)
    heights = world.run(0.4).poses[:, 1, 2, 3]
    assert witness.contacts and heights.min() > 0.1 - 1e-3


def test_a_report_is_a_page_that_needs_nothing_else(two_balls, tmp_path):
    report = graze.first_contact(two_balls)
    if not (pathlib.Path(graze.__file__).parent / "page.html").exists():
        with pytest.raises(graze.InputError, match="without the page"):
            report.to_html()
        pytest.skip("the page is not built here")
    page = report.to_html()
    assert page.lstrip().lower().startswith("<!doctype html") and "flying" in page
    shown = report._repr_html_()
    assert "<table>" in shown and "srcdoc=" in shown and "<script" not in shown
    again = pickle.loads(pickle.dumps(report))
    assert "srcdoc=" not in again._repr_html_() and "<table>" in again._repr_html_()
    with pytest.raises(graze.InputError, match="pickled"):
        again.to_html()
