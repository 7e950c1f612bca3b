# SPDX-License-Identifier: MIT
"""A validator for MoveIt-like pipelines: joint trajectory and planning scene in, report out.

The messages are plain objects with the fields of trajectory_msgs/JointTrajectory and
moveit_msgs/PlanningScene that count here, so this runs without ROS and takes real messages, too.
"""
import pathlib
from types import SimpleNamespace as Message

import numpy as np

import graze

BOX, SPHERE, CYLINDER = 1, 2, 3  # of shape_msgs/SolidPrimitive


def pose_of(message):
    """geometry_msgs/Pose as a 4 x 4 matrix."""
    x, y, z, w = (getattr(message.orientation, k) for k in "xyzw")
    pose = np.eye(4)
    pose[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    pose[:3, 3] = [message.position.x, message.position.y, message.position.z]
    return pose


def shape_of(primitive):
    size = primitive.dimensions
    if primitive.type == BOX:
        return graze.Shape.box(np.asarray(size) / 2)
    if primitive.type == SPHERE:
        return graze.Shape.sphere(size[0])
    if primitive.type == CYLINDER:
        return graze.Shape.cylinder(radius=size[1], length=size[0])
    raise ValueError(f"primitive type {primitive.type} is not supported")


def world_of(planning_scene):
    world = graze.Scene()
    for item in planning_scene.world.collision_objects:
        for i, (primitive, pose) in enumerate(zip(item.primitives, item.primitive_poses)):
            world.add(item.id if i == 0 else f"{item.id} #{i + 1}", shape_of(primitive), pose_of(pose))
    return world


def trajectory_of(message):
    def seconds(t):
        return t.sec + 1e-9 * t.nanosec

    return graze.Trajectory(message.joint_names, [seconds(p.time_from_start) for p in message.points],
                            [p.positions for p in message.points])


def validate(robot, joint_trajectory, planning_scene, tolerance=1e-4):
    """(is_valid, reports of the pairs that touch or are not decided), between the waypoints, too."""
    reports = robot.check(trajectory_of(joint_trajectory), world_of(planning_scene), tolerance=tolerance,
                          far_pairs=False)
    bad = [report for report in reports if not report.is_free]
    return not bad, bad


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent.parent / "robots"
    arm = graze.Robot.load(here / "arm.urdf", here / "arm.srdf")
    way = graze.Trajectory.load(here / "good_way.csv")
    message = Message(joint_names=way.joints, points=[
        Message(positions=list(q), time_from_start=Message(sec=int(t), nanosec=int(1e9 * (t - int(t)))))
        for t, q in zip(way.times, way.positions)])

    def scene_with_box_at(x, y, z):
        pose = Message(position=Message(x=x, y=y, z=z), orientation=Message(x=0.0, y=0.0, z=0.0, w=1.0))
        box = Message(id="box", primitives=[Message(type=BOX, dimensions=[0.4, 0.4, 0.4])], primitive_poses=[pose])
        return Message(world=Message(collision_objects=[box]))

    for place in ((5.0, 5.0, 0.0), (0.3, 0.0, 0.6)):
        valid, bad = validate(arm, message, scene_with_box_at(*place))
        print(f"box at {place}:", "valid" if valid else f"{len(bad)} pairs touch, first {min(bad, key=lambda r: r.time)}")
