// SPDX-License-Identifier: MIT
// Question   How far can separate bodies move before they enter each other?                   [V8]
// Source     `linear`: the proved first contact of meshes whose vertices move straight.
// Guarantee  Bodies that are apart at the start of an inner step are apart at its end, or have
//            entered each other by at most the tolerated depth. There is a margin for the arcs by
//            which rigid bodies leave their chords. Overlapping bodies do not come out behind each
//            other (far_side.cpp); in an inner step they may approach by at most half of the
//            thinner one's mean thickness.
// Changed    Trees of bodies are refitted from step to step.
#include <algorithm>
#include <cmath>

#include "dynamics/volume/far_side.h"
#include "dynamics/volume/volume_parts.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "graze/math/rotation.h"
#include "graze/methods/linear.h"

namespace graze::dynamics::by_volume {
namespace {
/// A surface on its way.
struct GuardedBody {
  std::vector<Vec3> from, to;
  Aabb swept;
  double farthest = 0.0;   ///< the longest path of a vertex
  double chord = 0.0;      ///< how far a rigid body's points leave their chords
  bool is_fitted = false;  ///< the body's LinearSurface is fitted to this way
};

GuardedBody guarded_body(const World::Data& world, const VolumeParts& parts, std::size_t i,
                         const Moved& moved) {
  GuardedBody out;
  if (parts.meshes[i].is_empty() || !world.bodies[i].is_there) return out;
  if (parts.soft[i]) {
    const auto now = parts.surfaces[i].vertices();
    out.from.assign(now.begin(), now.end());
    out.to = parts.soft[i]->model().surface_at(moved.nodes[i]);
  } else {
    const Pose &from = world.state.bodies[i].pose, &to = moved.poses[i];
    for (const Vec3& v : parts.meshes[i].vertices()) {
      out.from.push_back(from * v);
      out.to.push_back(to * v);
    }
    const double angle =
        vector_from_rotation(times(to.rotation, Mat3(from.rotation.transpose()))).norm();
    out.chord = 0.125 * angle * angle * world.bodies[i].radius;
  }
  for (std::size_t v = 0; v < out.from.size(); ++v) {
    out.swept.add(out.from[v]);
    out.swept.add(out.to[v]);
    out.farthest = std::max(out.farthest, (out.to[v] - out.from[v]).norm());
  }
  out.swept = Aabb{Vec3(out.swept.lo.array() - out.chord), Vec3(out.swept.hi.array() + out.chord)};
  return out;
}

/// How far a vertex goes along a direction, at most.
double goes_along(const GuardedBody& body, const Vec3& direction) {
  double most = 0.0;
  for (std::size_t v = 0; v < body.from.size(); ++v) {
    most = std::max(most, direction.dot(body.to[v] - body.from[v]));
  }
  return most;
}

class Guard {
 public:
  Guard(const World::Data& world, const VolumeParts& parts, const Moved& moved)
      : world_(world), parts_(parts) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      bodies_.push_back(guarded_body(world, parts, i, moved));
    }
  }

  GuardAnswer run(std::span<const PairVolume> overlaps) {
    std::vector<Aabb> boxes;
    for (const GuardedBody& body : bodies_) boxes.push_back(body.swept);
    for (const auto& [a, b] : overlapping_pairs(boxes)) {
      if (!world_.can_meet(a, b)) continue;
      const auto pair =
          std::ranges::find_if(overlaps, [&](const PairVolume& p) { return p.a == a && p.b == b; });
      if (pair != overlaps.end() && !pair->is_touch) {
        limit(*pair);
      } else {
        ask(a, b, pair == overlaps.end() ? nullptr : &*pair);
      }
    }
    // An inner step that is cut anyway will be checked again.
    if (answer_.share >= 1.0) {
      for (const PairVolume* pair : overlapping_) look_behind(*pair);
    }
    return std::move(answer_);
  }

 private:
  double thickness(std::size_t a, std::size_t b) const {
    return std::min(parts_.thickness[a], parts_.thickness[b]);
  }
  /// The surface on its way; fitted when it is first needed.
  const LinearSurface& way_of(std::size_t i) {
    GuardedBody& body = bodies_[i];
    LinearSurface& way = *parts_.ways[i];
    if (!body.is_fitted) way.move(body.from, body.to, body.chord);
    body.is_fitted = true;
    return way;
  }
  void stop_at(double share) { answer_.share = std::min(answer_.share, share); }

  void limit(const PairVolume& pair) {
    const double most =
        std::max(0.5 * std::min(parts_.mean_thickness[pair.a], parts_.mean_thickness[pair.b]),
                 0.5 * kept_depth(world_, pair.a, pair.b));
    overlapping_.push_back(&pair);
    const double together = bodies_[pair.a].farthest + bodies_[pair.b].farthest;
    if (together <= 0.02 * most) {  // too short in any direction
      if (together > 0.0) answer_.room = std::min(answer_.room, most / together);
      return;
    }
    for (const VolumeRow& row : pair.rows) {
      if (!(row.area > 0.0)) continue;
      const double nearer =
          goes_along(bodies_[pair.a], row.normal) + goes_along(bodies_[pair.b], -row.normal);
      if (nearer > 0.0) answer_.room = std::min(answer_.room, most / nearer);
      if (nearer > most) stop_at(0.9 * most / nearer);  // 0.9, or it would take many rounds
    }
  }

  /// Stops halfway to where one body would come out behind the other.
  void look_behind(const PairVolume& pair) {
    const std::size_t a = pair.a, b = pair.b;
    if (pair.is_nested || a == b) return;
    FarSideAnswer found =
        far_side(far_body(a), far_body(b), pair.rows, 1e-6 * kept_depth(world_, a, b));
    if (found.share >= 1.0) return;
    answer_.far_share = std::min(answer_.far_share, found.share > 0.0 ? 0.5 * found.share : 0.5);
    answer_.far_rows.push_back({a, b, {}, std::move(found.rows)});
  }

  FarSideBody far_body(std::size_t i) {
    const LinearSurface& way = way_of(i);
    return {way, bodies_[i].from, bodies_[i].to, parts_.meshes[i].triangles(),
            parts_.soft[i] != nullptr};
  }

  /// Checks a pair that is apart in the images; `touch` is its row if it was found to touch before.
  void ask(std::size_t a, std::size_t b, const PairVolume* touch) {
    const GuardedBody &x = bodies_[a], &y = bodies_[b];
    const double kept = kept_depth(world_, a, b);
    LinearMeshOptions options;
    options.tolerance = 1e-3 * kept;
    options.min_separation = x.chord + y.chord;
    options.threads = world_.options.threads;
    const ContactReport report = first_contact_linear(way_of(a), way_of(b), options);
    if (report.outcome == Outcome::kSeparated) {
      ++answer_.apart;
      return;
    }
    if (options.min_separation > 0.5 * kept) {
      // In a shorter inner step the arcs are closer to their chords: check again before calling it
      // a contact.
      answer_.unproved.emplace_back(a, b);
      return stop_at(std::max(report.outcome == Outcome::kContact ? report.time.lo : 0.0,
                              std::sqrt(0.4 * kept / options.min_separation)));
    }
    const bool is_in_touch =
        report.outcome != Outcome::kContact || report.time.lo <= 0.0;  // not apart now
    if (touch != nullptr && is_in_touch) {
      const VolumeRow& row = touch->rows.front();
      answer_.touched.push_back({a, b, row.centre, row.normal});
      return limit(*touch);
    }
    const double way = x.farthest + y.farthest;
    const double into = std::min(0.5 * kept, 0.125 * thickness(a, b));
    const bool is_contact = report.outcome == Outcome::kContact;
    if (report.outcome == Outcome::kUndecided) ++answer_.undecided;
    if (is_contact) ++answer_.entered;
    answer_.unproved.emplace_back(a, b);
    if (is_contact && !report.contacts.empty()) {
      const graze::Contact& contact = report.contacts.front();
      if (contact.normal.norm() > 0.5) {
        answer_.touched.push_back({a, b, contact.point, contact.normal.normalized()});
      }
    }
    // A shorter inner step has other velocities: aiming at the middle of the allowed range succeeds
    // in a few rounds, aiming at its end never does.
    const double begin = is_contact ? report.time.lo : 0.0, allowed = way > 0.0 ? into / way : 1.0;
    if (begin + allowed < 1.0) stop_at(begin + 0.5 * allowed);
  }

  const World::Data& world_;
  const VolumeParts& parts_;
  std::vector<GuardedBody> bodies_;
  std::vector<const PairVolume*> overlapping_;
  GuardAnswer answer_;
};
}  // namespace

GuardAnswer guard(const World::Data& world, const VolumeParts& parts,
                  std::span<const PairVolume> overlaps, const Moved& moved) {
  return Guard(world, parts, moved).run(overlaps);
}

}  // namespace graze::dynamics::by_volume
