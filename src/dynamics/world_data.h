// SPDX-License-Identifier: MIT
// The data of a world.                                                                       [C11]
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "dynamics/free_rotation.h"
#include "dynamics/joint_rows.h"
#include "graze/dynamics/world.h"
#include "graze/methods/certified_candidates.h"
#include "graze/scene/scene.h"

namespace graze {
namespace dynamics {

namespace by_volume {
struct VolumeParts;  // dynamics/volume/volume_parts.h
}

using IndexPair = std::pair<std::size_t, std::size_t>;  ///< a < b

/// Features that the ways met, as they are at that time.
struct MetFeature {
  ContactCandidate feature;
  double time = 0.0;
};

/// True if the gap is a distance between two points, or between a point and a line.
bool is_round(const ContactCandidate& features);

/// What is known about two bodies that are near each other at an instant.
struct NearPair {
  std::size_t a = 0, b = 0;
  double time = 0.0;
  double skin = 0.0;
  double distance = 0.0;  ///< between the bodies; the reach of the search if nothing is nearer
  bool is_ahead = false;  ///< its features are not near yet, but may be met on the way
  ContactMaterial material = {};
  Pose pose_a = {}, pose_b = {};
  std::vector<ContactCandidate> candidates = {};  ///< at `time`
  std::vector<ContactCandidate> foreseen = {};    ///< others, as they are when the ways meet
  std::vector<MetFeature> met = {};  ///< of either kind, met between the ends of the ways

  /// True if their ways depend on each other.
  bool is_linked() const { return !candidates.empty() || !foreseen.empty(); }
  const Vec3& origin() const {
    return (candidates.empty() ? foreseen : candidates).front().point_a;
  }
};

}  // namespace dynamics

struct World::Data {
  struct Entry {
    WorldBody body;
    bool is_there = true;
    MassModel mass;
    dynamics::Principal principal;
    WideObbTree tree;
    SurfaceFeatures features;
    double growth = 0.0;
    double diagonal = 0.0;
    double radius = 0.0;  ///< no point of the grown shape is farther from mass.centre
    double grain = 0.0;   ///< side of a square with the mean triangle's area; at least the growth
    double reach = 0.0;   ///< size of the box that stands for a half-space
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    Vec3 command = Vec3::Zero(), angular_command = Vec3::Zero();

    bool is_dynamic() const { return body.role == Role::kDynamic; }
    bool is_empty() const { return tree.nodes().empty(); }
    PlacedSurface placed(const Pose& pose) const { return {tree, features, pose, growth}; }
  };
  struct JointEntry {
    WorldJoint joint;
    bool is_there = true;
    dynamics::JointFrames frames;
  };

  /// A node of a soft body that moves with a rigid one.
  struct AttachedNode {
    std::size_t soft = 0, to = 0;  ///< bodies
    std::uint32_t node = 0;
    Vec3 point = Vec3::Zero();  ///< in the frame of `to`
  };

  struct DetectorEntry {
    std::shared_ptr<DetectionController> controller;
    std::vector<std::pair<std::string, std::string>> pairs;
  };

  WorldOptions options;
  std::vector<DetectorEntry> detectors;
  std::vector<std::shared_ptr<ResponseController>> responses;
  std::vector<Entry> bodies;
  std::vector<JointEntry> joints;
  std::vector<AttachedNode> attached;
  WorldState state;
  /// The near pairs at the end of the last step, where the next one begins.
  std::map<dynamics::IndexPair, dynamics::NearPair> near;
  std::shared_ptr<dynamics::by_volume::VolumeParts> volume;  ///< of a world by volume, once made
  bool may_overlap = true;  ///< no search for overlaps since a body was added or placed

  double skin(std::size_t a, std::size_t b) const;
  ContactMaterial material(std::size_t a, std::size_t b) const;
  /// The two can touch, and at least one is dynamic.
  bool can_meet(std::size_t a, std::size_t b) const;
  bool is_named(const DetectorEntry& detector, std::size_t a, std::size_t b) const;
  /// They can meet, and the rigid solver must keep them from passing each other.
  bool is_watched(std::size_t a, std::size_t b) const;
  bool is_by_volume() const;
  WorldEnergy energy() const;
};

namespace dynamics {

/// The inertia of a body in the world frame.
inline Mat3 inertia_at(const World::Data::Entry& entry, const Mat3& rotation) {
  return rotation * entry.mass.inertia * rotation.transpose();
}

/// Takes one inner step of `seconds` and adds to the report.
void take_inner_step(World::Data& world, double seconds, StepReport& report);

/// How many inner steps the next step needs.
int inner_step_count(const World::Data& world);

}  // namespace dynamics
}  // namespace graze
