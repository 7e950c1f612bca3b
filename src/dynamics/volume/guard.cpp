// SPDX-License-Identifier: MIT
// Question   How far can bodies go before one that is apart from another is in it?            [V8]
// Source     `linear`: first contact of meshes whose vertices move straight, proved.
// Guarantee  Bodies that are apart at the start of a part of a step are apart at its end, or have
//            entered each other by at most the depth that is left alone. What rigid bodies leave of
//            their chords is kept free. Nothing is proved of bodies that overlap already: they may
//            approach by a quarter of the thinner one's thinnest wall in a part.
// Changed    Only triangles near where the two can meet are asked about.
#include <algorithm>
#include <cmath>

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
  double farthest = 0.0;  ///< that a vertex goes
  double chord = 0.0;     ///< how far a rigid body's points leave their chords
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

/// Triangles that come into a box.
LinearMesh part_in(const GuardedBody& body, const TriangleMesh& mesh, const Aabb& box) {
  constexpr std::uint32_t kUnused = 0xffffffffu;
  std::vector<std::uint32_t> numbers(body.from.size(), kUnused);
  std::vector<Vec3> from;
  std::vector<Triangle> triangles;
  LinearMesh out;
  for (const Triangle& t : mesh.triangles()) {
    Aabb swept;
    for (const std::uint32_t v : t) {
      swept.add(body.from[v]);
      swept.add(body.to[v]);
    }
    if (!swept.overlaps(box)) continue;
    Triangle kept;
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& number = numbers[t[k]];
      if (number == kUnused) {
        number = static_cast<std::uint32_t>(from.size());
        from.push_back(body.from[t[k]]);
        out.end.push_back(body.to[t[k]]);
      }
      kept[k] = number;
    }
    triangles.push_back(kept);
  }
  out.mesh = TriangleMesh(std::move(from), std::move(triangles));
  return out;
}

Aabb common(const Aabb& a, const Aabb& b, double margin) {
  const Vec3 lo = a.lo.cwiseMax(b.lo), hi = a.hi.cwiseMin(b.hi);
  return {Vec3(lo.array() - margin), Vec3(hi.array() + margin)};
}

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
    return answer_;
  }

 private:
  double thickness(std::size_t a, std::size_t b) const {
    return std::min(parts_.thickness[a], parts_.thickness[b]);
  }
  void stop_at(double share) { answer_.share = std::min(answer_.share, share); }

  void limit(const PairVolume& pair) {
    const double most =
        std::max(0.25 * thickness(pair.a, pair.b), 0.5 * kept_depth(world_, pair.a, pair.b));
    for (const VolumeRow& row : pair.rows) {
      if (!(row.area > 0.0)) continue;
      const double nearer =
          goes_along(bodies_[pair.a], row.normal) + goes_along(bodies_[pair.b], -row.normal);
      if (nearer > most) stop_at(most / nearer);
    }
  }

  /// A pair that images see apart; `touch` is its row if it was found to touch before.
  void ask(std::size_t a, std::size_t b, const PairVolume* touch) {
    const GuardedBody &x = bodies_[a], &y = bodies_[b];
    const double chords = x.chord + y.chord, kept = kept_depth(world_, a, b);
    const Aabb box = common(x.swept, y.swept, chords + kept);
    const LinearMesh of_a = part_in(x, parts_.meshes[a], box),
                     of_b = part_in(y, parts_.meshes[b], box);
    if (of_a.mesh.is_empty() || of_b.mesh.is_empty()) {
      ++answer_.apart;
      return;
    }
    LinearMeshOptions options;
    options.tolerance = 1e-3 * kept;
    options.min_separation = chords;
    options.threads = world_.options.threads;
    const ContactReport report = first_contact_linear(of_a, of_b, options);
    if (report.outcome == Outcome::kSeparated) {
      ++answer_.apart;
      return;
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
    if (is_contact && !report.contacts.empty()) {
      const graze::Contact& contact = report.contacts.front();
      if (contact.normal.norm() > 0.5) {
        answer_.touched.push_back({a, b, contact.point, contact.normal.normalized()});
      }
    }
    if (way > 0.0) stop_at((is_contact ? report.time.lo : 0.0) + into / way);
  }

  const World::Data& world_;
  const VolumeParts& parts_;
  std::vector<GuardedBody> bodies_;
  GuardAnswer answer_;
};
}  // namespace

GuardAnswer guard(const World::Data& world, const VolumeParts& parts,
                  std::span<const PairVolume> overlaps, const Moved& moved) {
  return Guard(world, parts, moved).run(overlaps);
}

}  // namespace graze::dynamics::by_volume
