# SPDX-License-Identifier: MIT
"""Questions against closed forms."""
import json
import math
import pickle
import threading

import numpy as np
import pytest

import graze


def test_two_balls_touch_when_their_centres_are_two_radii_apart(two_balls):
    report = graze.first_contact(two_balls)
    assert report.outcome == "contact" and report.guarantee == "proved"
    assert (report.a, report.b) == ("still", "flying")
    assert report.time[0] <= 0.25 <= report.time[1] + 1e-6
    np.testing.assert_allclose(report.contacts[0].normal, [-1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(report.points, [[-1, 0, 0]], atol=1e-5)
    assert report.normals.shape == (1, 3)
    assert report.closing_speed == pytest.approx(8.0, rel=1e-5)


def test_a_rod_is_found_between_two_free_poses(wall_and_rod):
    report = graze.first_contact(wall_and_rod)
    assert report.outcome == "contact"
    assert report.time[1] == pytest.approx(0.339713, abs=1e-5)
    assert graze.contacts(wall_and_rod, span=(0.0, 0.3))[0].is_free


def test_clearance_and_distance_have_closed_forms(two_balls):
    at_start = graze.distance(two_balls, 0.0)[0]
    assert at_start.distance[0] <= 2.0 <= at_start.distance[1] * (1 + 1e-12)
    before = graze.clearance(two_balls, span=(0.0, 0.2))[0]
    assert before.distance[1] == pytest.approx(0.4, abs=1e-5)
    assert before.time == pytest.approx(0.2, abs=1e-5)


def test_intervals_name_entry_and_exit(two_balls):
    stretch = graze.intervals(two_balls)[0]
    assert len(stretch) == 1
    assert stretch.entries[0][1] == pytest.approx(0.25, abs=1e-5)
    assert stretch.exits[0][0] == pytest.approx(0.75, abs=1e-4)


def test_volume_of_two_boxes_is_that_of_their_intersection():
    scene = graze.Scene()
    scene.add("a", graze.Shape.box([1, 1, 1]))
    scene.add("b", graze.Shape.box([1, 1, 1]), [1.5, 0, 0])
    overlap = graze.volume(scene, pixels=32)[0]
    assert overlap.volume == pytest.approx(0.5 * 2 * 2, rel=1e-6)
    np.testing.assert_allclose(overlap.way_out, [-1, 0, 0], atol=1e-6)


def test_a_custom_motion_is_asked_like_any_other():
    def pose_at(t):
        pose = np.eye(4)
        pose[0, 3] = -4.0 + 8.0 * t
        return pose

    scene = graze.Scene()
    scene.add("still", graze.Shape.box([1, 1, 1]))
    scene.add("own", graze.Shape.box([1, 1, 1]), graze.Motion.custom(pose_at, speed=8.0, angular_speed=0.0))
    report = graze.first_contact(scene, tolerance=1e-3)
    assert report.outcome == "contact"
    assert report.time[0] <= 0.25 <= report.time[1] + 1e-3


def test_a_custom_motion_with_accelerations_is_proved_by_certified(wall_and_rod):
    def turn(t):
        c, s = math.cos(math.pi * t), math.sin(math.pi * t)
        return [[c, -s, 0, 1], [s, c, 0, 0], [0, 0, 1, 0]]

    wanted = graze.first_contact(wall_and_rod)
    scene = graze.Scene()
    scene.add("wall", graze.Shape.box([0.1, 2.0, 2.0]))
    scene.add("rod", graze.Shape.box([0.05, 1.0, 0.05]),
              graze.Motion.custom(turn, speed=0.0, angular_speed=3.1416, acceleration=0.0, angular_acceleration=0.0))
    report = graze.first_contact(scene)
    assert report.method == "certified" and report.guarantee == wanted.guarantee
    assert report.time == pytest.approx(wanted.time, abs=1e-5)
    assert report.time[0] <= wanted.time[1]  # never late


def test_an_error_in_a_custom_motion_reaches_the_caller():
    def pose_at(t):
        raise RuntimeError("the sensor is off")

    scene = graze.Scene()
    scene.add("still", graze.Shape.box([1, 1, 1]))
    scene.add("own", graze.Shape.box([1, 1, 1]), graze.Motion.custom(pose_at, 1.0, 0.0))
    with pytest.raises(RuntimeError, match="the sensor is off"):
        graze.first_contact(scene)


def test_reports_can_be_read_as_dictionaries_and_html(two_balls):
    report = graze.first_contact(two_balls)
    as_dict = report.to_dict()
    json.dumps(as_dict)
    assert as_dict["outcome"] == "contact"
    assert "still" in report._repr_html_() and "contact" in repr(report)


def test_names_in_html_are_escaped():
    scene = graze.Scene()
    scene.add("<script>", graze.Shape.sphere(1.0))
    scene.add("b", graze.Shape.sphere(1.0), graze.Motion.between([-4, 0, 0], [4, 0, 0]))
    assert "<script>" not in graze.first_contact(scene)._repr_html_()


def test_a_scene_survives_pickling_with_the_same_answer(wall_and_rod):
    again = pickle.loads(pickle.dumps(wall_and_rod))
    assert graze.first_contact(again).time == graze.first_contact(wall_and_rod).time


def test_answers_do_not_depend_on_threads_or_preparing(wall_and_rod):
    ready = wall_and_rod.prepare()
    times = {graze.first_contact(ready, threads=n).time for n in (1, 2)}
    times.add(graze.first_contact(wall_and_rod).time)
    assert len(times) == 1


def test_questions_run_in_several_threads_at_once(wall_and_rod):
    ready = wall_and_rod.prepare()
    wanted = graze.first_contact(ready).time
    found = []
    threads = [
        threading.Thread(target=lambda: found.extend(graze.first_contact(ready).time for _ in range(50)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200 and set(found) == {wanted}


@pytest.mark.parametrize(
    "options, error",
    [
        ({"tolerance": -1.0}, graze.InputError),
        ({"method": "guess"}, graze.InputError),
        ({"span": "soon"}, graze.InputError),
        ({"pairs": [("still", "nobody")]}, graze.InputError),
        ({"tolerence": 1.0}, TypeError),
    ],
)
def test_wrong_options_are_refused(two_balls, options, error):
    with pytest.raises(error):
        graze.first_contact(two_balls, **options)


def test_progress_is_called_and_a_budget_ends_the_work(wall_and_rod):
    seen = []
    graze.contacts(wall_and_rod, progress=seen.append)
    assert seen and seen[-1] == pytest.approx(1.0)
    assert graze.first_contact(wall_and_rod, max_tests=1).outcome in ("undecided", "contact")


def test_motions_give_matrices():
    motion = graze.Motion.screw(axis=[0, 0, 1], angle=math.pi)
    poses = motion.poses_at(np.linspace(0, 1, 5))
    assert poses.shape == (5, 4, 4)
    np.testing.assert_allclose(poses[-1], motion.pose_at(1.0))
    np.testing.assert_allclose(poses[2][:3, 0], [0, 1, 0], atol=1e-15)
    assert graze.Motion.still([1, 2, 3]).is_still
    with pytest.raises(graze.InputError):
        graze.Motion.still(np.eye(3))
