// SPDX-License-Identifier: MIT
// Question   Which ways out does a part have where it stands?                                 [G3]
// Source     -
// Guarantee  That of first_contact, for every move: free is proved over its whole length.
// Changed    -
#include "graze/query/free_moves.h"

#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/query/prepared_scene.h"

namespace graze {
namespace {
/// The whole scene, standing still as it is at a time.
Scene frozen(const Scene& scene, double time) {
  Scene still = scene;
  still.span = {0.0, 1.0};
  for (Body& body : still.bodies) body.motion = Motion::still(pose_at(body.motion, time));
  return still;
}

bool is_carried_by(const Scene& scene, BodyId body, BodyId carrier) {
  for (std::optional<BodyId> at = body; at; at = scene.bodies[at->index()].parent) {
    if (*at == carrier) return true;
  }
  return false;
}

/// One of each of the 26 neighbours of the middle cell of 3 x 3 x 3.
std::vector<Vec3> ways() {
  std::vector<Vec3> ways;
  for (int sum = 1; sum <= 3; ++sum) {
    for (int i = 0; i < 27; ++i) {
      const Vec3 way(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
      if (way.lpNorm<1>() == sum) ways.push_back(way.normalized());
    }
  }
  return ways;
}

std::vector<FreeMove> all_moves(double length, double angle) {
  std::vector<FreeMove> moves;
  for (const Vec3& way : ways()) moves.push_back({.direction = way, .asked = length});
  for (const Vec3& way : ways()) {
    if (way.lpNorm<1>() == 1.0)
      moves.push_back({.direction = way, .is_turn = true, .asked = angle});
  }
  return moves;
}

/// The body's motion in its parent that makes the move.
Motion motion_of(const FreeMove& move, const Pose& world_from_parent, const Pose& parent_from_body,
                 const Vec3& middle_body) {
  Motion::ScrewParameters screw;
  screw.begin = parent_from_body;
  screw.axis = world_from_parent.rotation.transpose() * move.direction;
  screw.point = parent_from_body * middle_body;
  screw.angle = move.is_turn ? move.asked : 0.0;
  screw.slide = move.is_turn ? 0.0 : move.asked;
  return Motion::screw(screw);
}

void take(const PairReport& answer, BodyId body, const Scene& scene, FreeMove& move) {
  const ContactReport& report = answer.report;
  move.free = report.outcome == Outcome::kSeparated ? move.asked : move.asked * report.time.lo;
  if (report.outcome == Outcome::kOverlapAtStart) move.free = 0.0;
  move.is_decided = report.outcome != Outcome::kUndecided;
  if (touches(report.outcome)) {
    move.blocker = is_carried_by(scene, answer.a, body) ? answer.b : answer.a;
  }
}

/// The same answer with the part as the first body.
void put_part_first(const Scene& scene, BodyId part, PairReport& pair) {
  if (pair.a == pair.b || is_carried_by(scene, pair.a, part)) return;
  std::swap(pair.a, pair.b);
  for (Contact& contact : pair.report.contacts) {
    std::swap(contact.point_a, contact.point_b);
    std::swap(contact.feature_a, contact.feature_b);
    contact.normal = Vec3::Zero() - contact.normal;  // never -0
  }
}

/// Stands back from a hit by this many tolerances, so that all ways start apart.
constexpr double kStepBack = 4.0;

double step_back(const Scene& scene, const ContactOptions& options) {
  if (options.min_separation > 0.0) return options.min_separation;
  if (options.tolerance) return kStepBack * *options.tolerance;
  if (scene.tolerance) return kStepBack * *scene.tolerance;
  double largest = 0.0;
  for (const auto& [a, b] : options.pairs) {
    largest =
        std::max(largest, default_tolerance(scene.bodies[a.index()], scene.bodies[b.index()]));
  }
  return kStepBack * largest;
}

/// The last time at which it is still a little apart; if it starts nearer, the last safe time.
double standing_time(const Scene& scene, ContactOptions options, const PairReport& hit) {
  options.min_separation = step_back(scene, options);
  const PairReport near = first_contact(scene, options);
  return near.report.outcome == Outcome::kContact ? near.report.time.lo : hit.report.time.lo;
}
}  // namespace

std::vector<std::pair<BodyId, BodyId>> pairs_of_part(const Scene& scene, BodyId body) {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (const auto& [a, b] : checked_pairs(scene)) {
    if (is_carried_by(scene, a, body) != is_carried_by(scene, b, body)) pairs.emplace_back(a, b);
  }
  return pairs;
}

std::vector<FreeMove> free_moves(const Scene& scene, BodyId body, const FreeMoveOptions& options) {
  refuse_deforming(scene, "free");
  const Body& part = scene.bodies[body.index()];
  const Aabb box = part.shape.mesh().bounds();
  if (part.shape.is_unbounded()) {
    throw InputError({describe(scene, body), "a half-space", "a part with an end", ""});
  }
  const double length =
      options.length > 0.0 ? options.length : box.diagonal() + 2.0 * part.growth();
  std::vector<FreeMove> moves = all_moves(length, options.angle);
  ContactOptions contact = options.contact;
  contact.span = std::nullopt;
  contact.pairs = pairs_of_part(scene, body);
  if (contact.pairs.empty()) {
    for (FreeMove& move : moves) move.free = move.asked;
    return moves;
  }
  const PreparedScene still(frozen(scene, options.time));
  const Pose world_from_parent =
      part.parent ? pose_at(world_motion(still.scene(), *part.parent), 0.0) : Pose();
  const Pose parent_from_body = pose_at(part.motion, options.time);
  std::vector<SceneChange> questions;
  for (const FreeMove& move : moves) {
    questions.push_back(
        {{{body, motion_of(move, world_from_parent, parent_from_body, box.centre())}}, {}});
  }
  const std::vector<PairReport> answers = first_contacts(still, questions, contact);
  for (std::size_t i = 0; i < moves.size(); ++i) take(answers[i], body, scene, moves[i]);
  return moves;
}

WayOut way_out(const Scene& scene, BodyId body, const FreeMoveOptions& options) {
  ContactOptions contact = options.contact;
  contact.pairs = pairs_of_part(scene, body);
  WayOut out;
  if (contact.pairs.empty()) return out;
  out.hit = first_contact(scene, contact);
  put_part_first(scene, body, *out.hit);
  if (out.hit->report.outcome != Outcome::kContact) return out;
  out.stands = standing_time(scene, contact, *out.hit);
  FreeMoveOptions there = options;
  there.time = out.stands;
  there.contact.min_separation = 0.0;
  out.moves = free_moves(scene, body, there);
  return out;
}

}  // namespace graze
