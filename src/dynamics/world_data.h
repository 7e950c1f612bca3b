// SPDX-License-Identifier: MIT
// What a world holds.                                                                        [C11]
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

/// Features that ways met at an instant, as they are there.
struct MetFeature {
  ContactCandidate feature;
  double time = 0.0;
};

/// The gap of features is the distance of points, or of a point and a line.
bool is_round(const ContactCandidate& features);

/// What is known of two bodies that are near each other at an instant.
struct NearPair {
  std::size_t a = 0, b = 0;
  double time = 0.0;
  double skin = 0.0;
  double distance = 0.0;  ///< of the bodies; the reach of the search if nothing is nearer
  bool is_ahead = false;  ///< its features are not near yet, but on the way
  ContactMaterial material = {};
  Pose pose_a = {}, pose_b = {};
  std::vector<ContactCandidate> candidates = {};  ///< at `time`
  std::vector<ContactCandidate> foreseen = {};    ///< others that ways met later, as they are there
  std::vector<MetFeature> met = {};  ///< of either kind, met though they are apart at the end

  /// Their ways depend on each other.
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
    double grain = 0.0;   ///< side of a square as large as the mean triangle; a round shape: radius
    double reach = 0.0;   ///< of the box that stands for a half-space
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

  /// A node of a soft body that goes with a rigid one.
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
  /// What the last step found at its end, where the next one begins.
  std::map<dynamics::IndexPair, dynamics::NearPair> near;
  std::shared_ptr<dynamics::by_volume::VolumeParts> volume;  ///< of a world by volume, once made
  bool may_overlap = true;  ///< not looked for since something was placed

  double skin(std::size_t a, std::size_t b) const;
  ContactMaterial material(std::size_t a, std::size_t b) const;
  /// The two can touch, and something can move one of them.
  bool can_meet(std::size_t a, std::size_t b) const;
  bool is_named(const DetectorEntry& detector, std::size_t a, std::size_t b) const;
  /// They can meet, and the rigid solver must see to it that they do not pass.
  bool is_watched(std::size_t a, std::size_t b) const;
  bool is_by_volume() const;
  WorldEnergy energy() const;
};

namespace dynamics {

/// World frame inertia of a body.
inline Mat3 inertia_at(const World::Data::Entry& entry, const Mat3& rotation) {
  return rotation * entry.mass.inertia * rotation.transpose();
}

/// One inner step of `seconds` on the world's state; adds to the report.
void take_inner_step(World::Data& world, double seconds, StepReport& report);

/// Into how many inner steps the next step has to be cut.
int inner_step_count(const World::Data& world);

}  // namespace dynamics
}  // namespace graze
