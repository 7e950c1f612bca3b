// SPDX-License-Identifier: MIT
// Small robots of our own for tests that need no files.
#pragma once

namespace graze::test {

/// All kinds of joints, odd origins and axes, mimics of mimics, branches; every primitive shape.
inline constexpr const char* kEveryJoint = R"(<?xml version="1.0"?>
<robot name="every">
  <link name="base">
    <collision><geometry><box size="0.4 0.3 0.1"/></geometry></collision>
  </link>
  <link name="shoulder">
    <inertial><mass value="2.5"/></inertial>
    <collision><origin xyz="0 0 0.2" rpy="0.1 0 0"/>
      <geometry><cylinder radius="0.05" length="0.4"/></geometry></collision>
    <collision><origin xyz="0 0 0.45"/><geometry><sphere radius="0.07"/></geometry></collision>
  </link>
  <link name="slider"><collision><origin xyz="0.1 0 0" rpy="0 1.5707963 0"/>
      <geometry><capsule radius="0.02" length="0.3"/></geometry></collision></link>
  <link name="frame"/>
  <link name="wheel"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="left"/>
  <link name="right"/>
  <joint name="turn" type="revolute">
    <origin xyz="0.1 -0.2 0.3" rpy="0.3 -0.4 2.5"/><parent link="base"/><child link="shoulder"/>
    <axis xyz="1 2 -0.5"/><limit lower="-2" upper="1.5" effort="1" velocity="2"/>
  </joint>
  <joint name="slide" type="prismatic">
    <origin xyz="0 0 0.5" rpy="-1.2 0.4 0"/><parent link="shoulder"/><child link="slider"/>
    <axis xyz="0 3 4"/><limit lower="-0.1" upper="0.4" effort="1" velocity="1"/>
  </joint>
  <joint name="weld" type="fixed">
    <origin xyz="0.02 0.03 -0.04" rpy="3.1 0 1.5707963267948966"/>
    <parent link="slider"/><child link="frame"/>
  </joint>
  <joint name="spin" type="continuous">
    <parent link="frame"/><child link="wheel"/><axis xyz="0 -1 0"/>
  </joint>
  <joint name="left_finger" type="prismatic">
    <origin xyz="0 0.1 0"/><parent link="frame"/><child link="left"/>
    <limit lower="0" upper="0.04" effort="1" velocity="1"/>
    <mimic joint="turn" multiplier="0.01" offset="0.02"/>
  </joint>
  <joint name="right_finger" type="revolute">
    <origin xyz="0 -0.1 0" rpy="0 0 3.14159"/><parent link="frame"/><child link="right"/>
    <axis xyz="0 0 -1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
    <mimic joint="left_finger" multiplier="-3"/>
  </joint>
</robot>
)";

}  // namespace graze::test
