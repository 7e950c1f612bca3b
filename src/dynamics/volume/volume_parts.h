// SPDX-License-Identifier: MIT
// What a world by volume keeps besides its state: elements, surfaces, images.                 [V4]
#pragma once
#include <memory>
#include <vector>

#include "dynamics/volume/contact_rows.h"
#include "dynamics/volume/coupled_system.h"
#include "dynamics/volume/system_factor.h"
#include "dynamics/world_data.h"
#include "graze/methods/linear.h"
#include "graze/methods/volume.h"

namespace graze::dynamics::by_volume {

struct VolumeParts {
  std::vector<std::unique_ptr<elastic::ElasticForces>> soft;  ///< by body; none: rigid
  std::vector<DepthSurface> surfaces;                         ///< by body; soft: at the nodes
  std::vector<TriangleMesh> meshes;                           ///< by body, at rest
  std::vector<double> thickness;                              ///< by body: of the thinnest wall
  std::vector<double> mean_thickness;                         ///< by body: 2 * volume / area
  std::vector<double> volumes;                                ///< by body, at rest
  std::vector<std::unique_ptr<LinearSurface>> ways;           ///< by body, for the guard
  std::vector<Vec3> expected;        ///< contact impulses of the inner step that was tried before
  SystemFactor factor, slow_factor;  ///< of an inner step; of its correction
  DepthImages images;
  bool is_current = false;  ///< elements and surfaces match the state
};

/// Made at first use, and again after bodies were added. Throws InputError for a body that encloses
/// nothing or is rounded, for controllers, for first order, and for joints in the modes kPenalty
/// and kBarrier.
VolumeParts& parts_of(World::Data& world);
/// Updates elements and surfaces from the state.
void update(World::Data& world, VolumeParts& parts);

/// Throws InputError for a soft body that is not dynamic, or whose shape is not its surface.
void check_soft(const WorldBody& body, const std::string& place);
/// Places the nodes of the last body, if it is soft, and takes its mass from them.
void add_soft_state(World::Data& world);
/// Moves the nodes from rest by the pose in the body's state, with its velocities.
void place_soft(World::Data& world, std::size_t body);

/// Throws InputError unless soft bodies have as many nodes in the state as in the world.
void check_nodes_of(const World::Data& world, const WorldState& state);

/// See World::attach.
void attach(World::Data& world, const SoftAttachment& attachment);
/// True if the body has attached nodes, or carries nodes of another body.
bool is_attached(const World::Data& world, std::size_t body);

/// The body as the images see it.
DepthBody depth_body(const World::Data& world, const VolumeParts& parts, std::size_t body);

/// Notes where bodies are: their ways bend between two inner steps.
void put_knots(const World::Data& world, StepReport& report);
/// Takes one step.
StepReport step_by_volume(World::Data& world);
/// The energy of the soft bodies alone.
WorldEnergy soft_energy(const World::Data& world);

/// A pair that overlaps or touches, with its rows.
struct PairVolume {
  std::size_t a = 0, b = 0;
  OverlapVolume overlap;
  std::vector<VolumeRow> rows;  ///< mode kVolume
  double depth = 0.0;           ///< of the deepest region
  bool is_nested = false;       ///< its row pushes both bodies as a whole
  bool is_touch = false;  ///< not visible in the images: its row is one of the state's touches
};
std::vector<PairVolume> find_overlaps(const World::Data& world, VolumeParts& parts);

/// Positions after an inner step: poses of rigid bodies, nodes of soft ones.
struct Moved {
  std::vector<Pose> poses;
  std::vector<std::vector<Vec3>> nodes;
  std::vector<Vec3> angular_velocities;  ///< of rigid bodies, with unchanged momentum
};
/// Moves bodies by v and w. Only v counts as their new velocities.
Moved moved_by(const World::Data& world, const CoupledSystem& system, const VecX& v, const VecX& w,
               double end_time);

/// How far bodies can go, as a share of the way in `moved`.
struct GuardAnswer {
  double share = 1.0;
  double room = kInfinity;           ///< how many times as far overlapping bodies could go
  double far_share = 1.0;            ///< the share for overlapping bodies without `far_rows`
  std::vector<PairVolume> far_rows;  ///< keep them from coming out behind each other
  int apart = 0, entered = 0, undecided = 0;
  std::vector<TouchPoint> touched;
  std::vector<std::pair<std::size_t, std::size_t>> unproved;  ///< entered or undecided
};
GuardAnswer guard(const World::Data& world, const VolumeParts& parts,
                  std::span<const PairVolume> overlaps, const Moved& moved);

/// Compares only with kPenalty: a world with a soft body is by volume even if its options say
/// kExact.
inline bool is_penalty(const World::Data& world) {
  return world.options.contact == ContactMode::kPenalty;
}

/// How deep an overlap may stay.
double kept_depth(const World::Data& world, std::size_t a, std::size_t b);
/// How deep an overlap should at least stay: pushed out farther, it would have no row in the next
/// step, and nothing would hold it.
inline double held_depth(const World::Data& world, std::size_t a, std::size_t b) {
  return 0.5 * kept_depth(world, a, b);
}
/// The volume of a row at a point, which the images need not show: practically zero.
constexpr double kPointVolume = 1e-300;

}  // namespace graze::dynamics::by_volume
