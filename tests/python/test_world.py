# SPDX-License-Identifier: MIT
"""The world: bodies, joints, steps, hands, controllers written in Python, recordings."""
import gc
import math
import os
import pickle
import threading
import weakref

import numpy as np
import pytest

import graze

G = 9.81


def floor_and_ball(height=1.0, **options):
    world = graze.World(**options)
    world.add("floor", graze.Shape.box([5, 5, 0.5]), [0, 0, -0.5], role="static")
    world.add("ball", graze.Shape.sphere(0.1), [0, 0, height])
    return world


def test_a_ball_falls_as_galilei_says():
    world = graze.World(step=0.01)
    world.add("ball", graze.Shape.sphere(0.1), [0, 0, 10], velocity=[1, 0, 0])
    recording = world.run(0.5)
    t = recording.times
    assert len(recording) == 51 and recording.poses.shape == (51, 1, 4, 4)
    assert np.allclose(recording.poses[:, 0, 2, 3], 10 - 0.5 * G * t**2, atol=1e-9)
    assert np.allclose(recording.poses[:, 0, 0, 3], t)
    assert np.allclose(recording.velocities[:, 0], np.stack([np.ones(51), np.zeros(51), -G * t], 1))


def test_a_ball_comes_to_rest_on_the_floor_and_the_floor_carries_it():
    world = floor_and_ball(0.3)
    for _ in range(60):
        report = world.step()
    assert world.time == pytest.approx(1.0)
    assert abs(world.pose("ball")[2, 3] - 0.1) < 2 * world.skin("floor", "ball")
    assert report.contacts[0].a == "floor" and report.contacts[0].b == "ball"
    assert report.forces.sum(axis=0) == pytest.approx([0, 0, G], abs=1e-6)
    assert report.points.shape == (len(report.contacts), 3)
    assert report.energy.total == pytest.approx(world.energy.total)
    assert world.mass("ball").mass == 1.0 and world.mass("ball").inertia.shape == (3, 3)


def test_bounces_lose_what_the_material_says():
    world = floor_and_ball(1.1, material=graze.Material(restitution=0.5), step=0.005)
    heights = world.run(0.8).poses[:, 1, 2, 3]
    after = heights[np.argmin(heights):]
    assert after.max() - 0.1 == pytest.approx(0.25, rel=2e-2)


@pytest.mark.parametrize("kind", ["fixed", "revolute", "prismatic", "ball", "screw", "distance"])
def test_joints_hold(kind):
    world = graze.World(step=0.005)
    world.add("base", graze.Shape.box([0.1, 0.1, 0.1]), role="static")
    world.add("arm", graze.Shape.box([0.05, 0.05, 0.05]), [1, 0, 0])
    pitch = {"screw": 0.01}.get(kind, 0.0)
    world.join(kind, "base", "arm", point=[0, 0, 0], axis=[0, 1, 0], point_b=[1, 0, 0], pitch=pitch, name="j")
    recording = world.run(0.3)
    place = recording.poses[:, 1, :3, 3]
    turn = recording.joint_values[:, 0]
    if kind in ("revolute", "ball", "distance", "screw"):
        flat = np.hypot(place[:, 0], place[:, 2])
        assert np.allclose(flat, 1.0, atol=2e-3) and place[-1, 2] < -0.2
    if kind == "screw":
        assert np.allclose(place[:, 1], pitch * turn, atol=1e-4) and abs(turn[-1]) > 0.1
    if kind in ("fixed", "prismatic"):
        assert np.allclose(place[-1], [1, 0, 0], atol=1e-6)
    assert recording.joint_names == ["j"] and world.joint_value("j") == turn[-1]


def test_a_motor_turns_and_a_servo_stops_at_its_target():
    world = graze.World(gravity=[0, 0, 0])
    world.add("base", graze.Shape.box([0.1, 0.1, 0.1]), role="static")
    world.add("wheel", graze.Shape.cylinder(0.1, 0.05), [0, 0, 0.5])
    hinge = world.join("revolute", "base", "wheel", point=[0, 0, 0.5], motor=graze.Motor(speed=1.0))
    world.run(1.0)
    assert world.joint_value(hinge) == pytest.approx(1.0, rel=1e-3)
    world.set_motor(hinge, graze.Motor(speed=5.0, target=0.25))
    world.run(1.0)
    assert world.joint_value(hinge) == pytest.approx(0.25, abs=1e-6)


def test_a_hand_pulls_and_names_what_is_in_the_way():
    world = graze.World(second_order=False, gravity=[0, 0, 0], step=0.02, material=graze.Material(friction=0.0))
    world.add("wall", graze.Shape.box([0.1, 2, 2]), [1, 0, 0], role="static")
    world.add("box", graze.Shape.box([0.1, 0.1, 0.1]))
    hand = world.drag("box", target=[1.0, 0.5, 0], most_speed=2.0)
    for _ in range(100):
        report = world.step()
    assert hand.blocker(report) == "wall"
    assert hand.point[0] == pytest.approx(0.8, abs=1e-2) and hand.point[1] == pytest.approx(0.5, abs=1e-2)
    hand.target = None
    assert hand.target is None and np.all(hand.force_on_hand == 0)
    before = hand.point
    world.step()
    assert np.allclose(hand.point, before)


class Wind(graze.ResponseController):
    def __init__(self, force):
        super().__init__()
        self.force = force
        self.calls = 0

    def begin(self, objects):
        self.calls += 1
        self.kept = objects
        objects.change("ball", force=self.force)


def test_a_force_field_written_in_python():
    world = graze.World(gravity=[0, 0, 0], step=0.01)
    world.add("ball", graze.Shape.sphere(0.1), mass=2.0)
    wind = Wind([4.0, 0, 0])
    world.add_response(wind)
    world.run(1.0)
    assert wind.calls >= 100
    assert world.velocity("ball")[0] == pytest.approx(2.0, rel=1e-9)
    with pytest.raises(RuntimeError, match="during the controller's call only"):
        wind.kept.state("ball")


class PlaneDetector(graze.DetectionController):
    """Where a ball of radius 0.1 reaches z = 0 on its way, by bisection."""

    def detect(self, objects):
        found = []
        for a, b in objects.pairs_that_meet():
            way, (lo, hi) = objects.way(b), objects.span
            height = lambda t: way.pose_at(t)[2, 3] - 0.1 - 1e-4
            if height(hi) > 0:
                continue
            if height(lo) <= 0:
                found.append(graze.Detection(a, b, lo, way.pose_at(lo)[:3, 3] - [0, 0, 0.1], [0, 0, 1]))
                continue
            for _ in range(60):
                middle = 0.5 * (lo + hi)
                lo, hi = (middle, hi) if height(middle) > 0 else (lo, middle)
            found.append(graze.Detection(a, b, lo, way.pose_at(lo)[:3, 3] - [0, 0, 0.1], [0, 0, 1]))
        return found


@pytest.mark.parametrize("make", [PlaneDetector, graze.MethodDetector,
                                  lambda: graze.MethodDetector("bisection")])
def test_own_detectors_and_the_librarys_find_the_same_bounce(make):
    world = floor_and_ball(0.6, material=graze.Material(restitution=0.6, friction=0.0), step=0.01)
    world.add_detector(make(), [("floor", "ball")])
    world.add_response(graze.ImpulseResponse())
    heights = world.run(0.6).poses[:, 1, 2, 3]
    fall = math.sqrt(2 * 0.5 / G)
    assert heights.min() > 0.1 - 1e-3
    after = heights[int(fall / 0.01) + 1:]
    assert after.max() - 0.1 == pytest.approx(0.36 * 0.5, rel=3e-2)


def test_overlaps_are_pressed_apart():
    world = graze.World(gravity=[0, 0, 0])
    world.add("a", graze.Shape.box([0.5, 0.5, 0.5]), role="static")
    world.add("b", graze.Shape.box([0.5, 0.5, 0.5]), [0.9, 0, 0])
    world.add_detector(graze.MethodDetector("volume"), [("a", "b")])
    world.add_response(graze.PenaltyResponse(stiffness=100.0))
    world.run(0.5)
    assert world.pose("b")[0, 3] > 0.95


def test_errors_of_controllers_leave_the_world_as_it_was():
    class Broken(graze.ResponseController):
        def begin(self, objects):
            raise KeyError("mine")

    world = floor_and_ball()
    world.step()
    before = world.state
    world.add_response(Broken())
    with pytest.raises(KeyError, match="mine"):
        world.step()
    assert world.state == before


@pytest.mark.parametrize("found, sentence", [
    (lambda o: [graze.Detection(0, 7, o.span[0], [0, 0, 0], [0, 0, 1])], "two numbers below 2"),
    (lambda o: [graze.Detection(0, 0, o.span[0], [0, 0, 0], [0, 0, 1])], "two numbers below 2"),
    (lambda o: [graze.Detection(0, 1, 99.0, [0, 0, 0], [0, 0, 1])], "a time of objects.span"),
    (lambda o: o.change("ball", force=[1, 0, 0]), "a detector observes"),
])
def test_bad_detections_are_refused(found, sentence):
    class Bad(graze.DetectionController):
        def detect(self, objects):
            return found(objects)

    world = floor_and_ball()
    world.add_detector(Bad(), [("floor", "ball")])
    with pytest.raises((graze.InputError, RuntimeError), match=sentence):
        world.step()


def test_a_controller_without_its_method_and_a_world_inside_its_step_are_refused():
    world = floor_and_ball()
    world.add_detector(graze.DetectionController(), [("floor", "ball")])
    with pytest.raises(TypeError, match="needs a method detect"):
        world.step()

    class Meddler(graze.ResponseController):
        def begin(self, objects):
            other.step()

    other = floor_and_ball()
    other.add_response(Meddler())
    with pytest.raises(RuntimeError, match="in the middle of a step"):
        other.step()


@pytest.mark.parametrize("ask, sentence", [
    (lambda w: w.add("ball", graze.Shape.sphere(1)), "ball"),
    (lambda w: w.add("b", graze.Shape.sphere(1), role="still"), "'dynamic', 'driven' or 'static'"),
    (lambda w: w.add("b", graze.Shape.sphere(1), locked=["w"]), "'rx'"),
    (lambda w: w.add("b", graze.Shape.sphere(1), mass=-1), "mass"),
    (lambda w: w.join("hinge", "floor", "ball"), "'revolute'"),
    (lambda w: w.join("ball", "floor", "boll"), "name or number"),
    (lambda w: w.pose(2), "name or number"),
    (lambda w: w.pose(-1), "name or number"),
    (lambda w: w.joint_value("elbow"), "joint"),
    (lambda w: w.drag("ball", stiffness=-1.0), "stiffness"),
])
def test_bad_input_is_told(ask, sentence):
    with pytest.raises(graze.InputError, match=sentence):
        ask(floor_and_ball())


def test_bodies_that_overlap_are_named_and_can_be_separated():
    world = floor_and_ball(height=0.05)
    assert world.overlaps() == [("floor", "ball")]
    with pytest.raises(graze.InputError):
        world.step()
    assert world.separate() and world.overlaps() == []
    world.step()


def test_states_are_values_and_runs_repeat_bit_by_bit():
    world = floor_and_ball(0.4, material=graze.Material(restitution=0.7))
    world.run(0.2)
    kept = pickle.loads(pickle.dumps(world.state))
    assert kept == world.state and hash(kept) == hash(world.state)
    first = world.run(0.3).poses
    assert world.state != kept
    world.restore(kept)
    assert np.array_equal(world.run(0.3).poses, first)
    assert kept.poses.shape == (2, 4, 4) and kept.velocities.shape == kept.angular_velocities.shape == (2, 3)


def test_recordings_are_files_scenes_and_proofs(tmp_path):
    world = floor_and_ball(0.3)
    recording = world.run(0.5)
    recording.save(tmp_path / "fall.rec")
    again = graze.Recording.load(tmp_path / "fall.rec")
    assert np.array_equal(again.poses, recording.poses) and again.names == ["floor", "ball"]
    assert again.statistics.keys() == recording.statistics.keys()
    assert all(np.array_equal(again.statistics[k], recording.statistics[k], equal_nan=True) for k in again.statistics)
    assert again.state(-1) == world.state and not again.is_cut
    with pytest.raises(IndexError):
        again.state(len(again))
    with pytest.raises(graze.InputError, match="there already"):
        recording.save(tmp_path / "fall.rec")
    assert graze.first_contact(recording.scene()).is_free  # at every instant, not only at frames


def test_worlds_are_files_too(tmp_path):
    world = floor_and_ball(0.3)
    world.add("lid", graze.Shape.box([0.1, 0.1, 0.01]), [0, 0, 1], density=100.0)
    path = tmp_path / "world.json"
    path.write_text(world.to_json())
    again = graze.World.load(path)
    assert again.names == world.names and np.array_equal(again.run(0.4).poses, world.run(0.4).poses)
    world.remove("lid")
    with pytest.raises(graze.InputError, match="removed"):
        world.run(0.1).scene()
    with pytest.raises(graze.InputError, match="removed"):
        world.pose(2)


def test_a_driven_body_follows_a_motion_written_in_python():
    def sway(t):
        return [0.3 * math.sin(2 * t), 0, 0]

    world = graze.World(step=0.01)
    shape = graze.Shape.box([0.5, 0.5, 0.05])
    speeds = dict(speed=0.6, angular_speed=0.0, domain=(0, 10))
    with pytest.raises(graze.InputError, match="bounds"):
        world.add("tray", shape, graze.Motion.custom(sway, **speeds), role="driven")
    motion = graze.Motion.custom(sway, **speeds, acceleration=1.2, angular_acceleration=0.0)
    world.add("tray", shape, motion, role="driven")
    world.add("cup", graze.Shape.box([0.05, 0.05, 0.05]), [0, 0, 0.101], velocity=[0.6, 0, 0])
    recording = world.run(0.5)
    assert recording.poses[-1, 0, 0, 3] == pytest.approx(sway(recording.times[-1])[0], abs=1e-9)
    assert recording.poses[-1, 1, 0, 3] == pytest.approx(sway(recording.times[-1])[0], abs=2e-3)  # friction


def test_worlds_step_in_threads_at_once_and_one_world_in_one():
    worlds = [floor_and_ball(0.5) for _ in range(4)]
    threads = [threading.Thread(target=w.run, args=(0.5,)) for w in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({hash(w.state) for w in worlds}) == 1


def test_controllers_go_with_their_world():
    wind = Wind([0, 0, 0])
    gone = weakref.ref(wind)
    world = floor_and_ball()
    world.add_response(wind)
    del wind
    world.step()
    assert gone() is not None
    del world
    gc.collect()
    assert gone() is None


def test_progress_and_commands():
    seen = []
    world = graze.World(gravity=[0, 0, 0], second_order=False)
    world.add("box", graze.Shape.box([0.1, 0.1, 0.1]))
    world.set_command("box", [0.6, 0, 0], [0, 0, 1])
    world.run(1.0, progress=seen.append)
    assert seen[-1] == 1.0 and world.pose("box")[0, 3] == pytest.approx(0.6)
    world.second_order = True
    world.gravity = [0, 0, -1]
    world.place("box", [0, 0, 5])
    world.set_force("box", [0, 0, 1])
    world.step()
    assert world.pose("box")[2, 3] == pytest.approx(5.0)
    assert np.allclose(world.momentum, 0, atol=1e-12) and world.angular_momentum.shape == (3,)


@pytest.mark.skipif("GRAZE_SANITIZER" in os.environ, reason="a sanitizer keeps freed memory for a while")
def test_worlds_and_their_controllers_leave_no_memory_behind():
    def one():
        world = floor_and_ball()
        world.add_response(Wind([0, 0, 0]))
        return world.run(0.05).poses

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(50):
        one()
    before = resident()
    for _ in range(150):
        one()
    assert resident() - before < 4_000_000
