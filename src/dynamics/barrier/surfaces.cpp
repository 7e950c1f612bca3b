// SPDX-License-Identifier: MIT
// Question   Which surface features are near each other, and how far can all of them move?    [V8]
// Source     Candidates from trees of moving boxes; `linear` proves the ways.
// Guarantee  No pair of features closer than its gap is left out. are_free() is proved for the
//            exact coordinates of the ways.
// Changed    -
#include "dynamics/barrier/surfaces.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/math/rotation.h"
#include "methods/linear/box_tree_traversal.h"
#include "methods/linear/feature_pairs.h"
#include "methods/linear/linear_surface.h"

namespace graze::dynamics::barrier {
namespace {
constexpr double kGapShare = 1e-3;        // of the smaller diagonal
constexpr double kStiffnessShare = 3.0;   // of a node's resistance to being moved in a step
constexpr double kNearlyParallel = 1e-3;  // of the squared lengths: below it edges fade
constexpr double kProvedShare = 1e-5;     // of a gap: how close surfaces may come on their ways
constexpr double kToleranceOfGap = 1e-6;  // of a gap: the tolerance of `linear`
constexpr double kOfSelfDistance = 0.5;   // of the smallest distance within a body at rest

bool is_simulated(const World::Data::Entry& entry) { return entry.is_there && entry.is_dynamic(); }

double chord_error(const Pose& from, const Pose& to, double radius) {
  const Mat3 turn = times(to.rotation, Mat3(from.rotation.transpose()));
  const double angle = vector_from_rotation(turn).norm();
  return 0.125 * angle * angle * radius;
}
}  // namespace

Surfaces::Surfaces(const World::Data& world, VolumeParts& parts) : world_(world), parts_(parts) {
  first_.push_back(0);
  for (std::size_t i = 0; i < parts.meshes.size(); ++i) {
    const auto count = static_cast<std::uint32_t>(parts.meshes[i].vertices().size());
    first_.push_back(first_.back() + count);
    body_of_.insert(body_of_.end(), count, i);
  }
  add_rules();
}

const PairRule& Surfaces::rule(std::size_t a, std::size_t b) const {
  return rules_.at(std::minmax(a, b));
}

/// How much a node of a soft body resists being moved, per vertex.
double Surfaces::stiffness_of(std::size_t body) const {
  const World::Data::Entry& entry = world_.bodies[body];
  if (!is_simulated(entry)) return kInfinity;
  const ElasticModel& model = *entry.body.elastic;
  const double h = world_.options.step;
  elastic::ElasticForces rest(entry.body.elastic);
  rest.update(model.nodes);
  std::vector<Mat3> blocks(model.nodes.size(), Mat3::Zero());
  rest.add_blocks(h, blocks);
  double sum = 0.0;
  for (std::size_t n = 0; n < blocks.size(); ++n) sum += model.masses[n] + blocks[n].trace() / 3.0;
  const double count =
      static_cast<double>(std::max(model.nodes.size(), model.surface.vertices().size()));
  return kStiffnessShare * sum / (count * h * h);
}

/// The gap within one body. Features without a common vertex can be close at rest, where they must
/// not push.
double Surfaces::self_gap(std::size_t body, double gap) const {
  const TriangleMesh& mesh = parts_.meshes[body];
  LinearSurface& way = *parts_.ways[body];
  const std::vector<Vec3> rest(mesh.vertices().begin(), mesh.vertices().end());
  way.move(rest, rest, 0.5 * gap);
  const linear::MeshFeatures& f = way.data().features;
  double nearest = kInfinity;
  linear::for_each_overlap(
      f.vertex_tree, f.face_tree, [] { return 1.0; },
      [&](std::uint32_t item, std::uint32_t face) {
        const std::uint32_t v = f.vertices[item].vertex;
        if (linear::has_corner(f.triangles[face], v)) return true;
        nearest = std::min(nearest, point_triangle(rest[v], mesh.corners(face)).distance_sq);
        return true;
      });
  linear::for_each_overlap(
      f.edge_tree, f.edge_tree, [] { return 1.0; },
      [&](std::uint32_t i, std::uint32_t k) {
        const linear::MeshEdge &a = f.edges[i], &b = f.edges[k];
        if (linear::share_end(a, b)) return true;
        nearest = std::min(nearest, segment_segment(rest[a.ends[0]], rest[a.ends[1]],
                                                    rest[b.ends[0]], rest[b.ends[1]])
                                        .distance_sq);
        return true;
      });
  nearest = std::sqrt(nearest);
  if (nearest > 1e-6 * gap) return std::min(gap, kOfSelfDistance * nearest);
  throw InputError({"body '" + world_.bodies[body].body.body.name + "'",
                    "a surface that touches itself at rest", "one that does not",
                    "mend it with graze repair, or use contact 'volume'"});
}

void Surfaces::add_rules() {
  const std::size_t count = parts_.meshes.size();
  margins_.assign(count, 0.0);
  std::vector<double> stiffness;
  for (std::size_t i = 0; i < count; ++i) stiffness.push_back(stiffness_of(i));
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a; b < count; ++b) {
      const bool is_self = a == b;
      if (is_self ? !is_simulated(world_.bodies[a]) : !world_.can_meet(a, b)) continue;
      PairRule rule;
      rule.gap = world_.options.volume.gap.value_or(
          kGapShare * std::min(world_.bodies[a].diagonal, world_.bodies[b].diagonal));
      if (is_self) rule.gap = self_gap(a, rule.gap);
      rule.stiffness = std::min(stiffness[a], stiffness[b]);
      rule.friction = world_.material(a, b).friction;
      for (const std::size_t i : {a, b}) margins_[i] = std::max(margins_[i], 0.5 * rule.gap);
      smallest_gap_ = std::min(smallest_gap_, rule.gap);
      rules_[{a, b}] = rule;
    }
  }
}

std::vector<Vec3> Surfaces::vertices_of(std::size_t body, const Placement& placement) const {
  if (parts_.soft[body]) return parts_.soft[body]->model().surface_at(placement.nodes[body]);
  std::vector<Vec3> all;
  for (const Vec3& v : parts_.meshes[body].vertices()) all.push_back(placement.poses[body] * v);
  return all;
}

std::vector<Vec3> Surfaces::at(const Placement& placement) const {
  std::vector<Vec3> all;
  for (std::size_t i = 0; i < parts_.meshes.size(); ++i) {
    const std::vector<Vec3> own = vertices_of(i, placement);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

void Surfaces::move(const Placement& from, const Placement& to) {
  ways_.assign(parts_.meshes.size(), {});
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    Way& way = ways_[i];
    if (parts_.meshes[i].is_empty() || !world_.bodies[i].is_there) continue;
    way.from = vertices_of(i, from);
    way.to = vertices_of(i, to);
    if (!parts_.soft[i]) {
      way.chord = chord_error(from.poses[i], to.poses[i], world_.bodies[i].radius);
    }
    for (const Vec3& v : way.from) way.swept.add(v);
    for (const Vec3& v : way.to) way.swept.add(v);
    const double margin = margins_[i] + way.chord;
    way.swept.lo.array() -= margin;
    way.swept.hi.array() += margin;
    parts_.ways[i]->move(way.from, way.to, margin);
  }
}

void Surfaces::put_near(std::size_t a, std::size_t b, std::vector<FeaturePair>& out) const {
  const auto search = [&](std::size_t x, std::size_t y) {  // vertices of x and triangles of y
    const linear::MeshFeatures &fx = parts_.ways[x]->data().features,
                               &fy = parts_.ways[y]->data().features;
    linear::for_each_overlap(
        fx.vertex_tree, fy.face_tree, [] { return 1.0; },
        [&](std::uint32_t item, std::uint32_t face) {
          const std::uint32_t v = fx.vertices[item].vertex;
          const Triangle& t = fy.triangles[face];
          if (x == y && linear::has_corner(t, v)) return true;
          const std::uint32_t at = first_[y];
          out.push_back({{first_[x] + v, at + t[0], at + t[1], at + t[2]}, false, x, y});
          return true;
        });
  };
  search(a, b);
  if (a != b) search(b, a);
  const linear::MeshFeatures &fa = parts_.ways[a]->data().features,
                             &fb = parts_.ways[b]->data().features;
  const auto rest_sq = [&](std::size_t body, const linear::MeshEdge& e) {
    const auto v = parts_.meshes[body].vertices();
    return (v[e.ends[1]] - v[e.ends[0]]).squaredNorm();
  };
  linear::for_each_overlap(
      fa.edge_tree, fb.edge_tree, [] { return 1.0; },
      [&](std::uint32_t i, std::uint32_t k) {
        const linear::MeshEdge &x = fa.edges[i], &y = fb.edges[k];
        if (a == b && linear::share_end(x, y)) return true;
        out.push_back({{first_[a] + x.ends[0], first_[a] + x.ends[1], first_[b] + y.ends[0],
                        first_[b] + y.ends[1]},
                       true,
                       a,
                       b,
                       kNearlyParallel * rest_sq(a, x) * rest_sq(b, y)});
        return true;
      });
}

std::vector<FeaturePair> Surfaces::near() const {
  std::vector<FeaturePair> all;
  for (const auto& [bodies, rule] : rules_) {
    const auto& [a, b] = bodies;
    if (ways_[a].swept.overlaps(ways_[b].swept)) put_near(a, b, all);
  }
  return all;
}

void Surfaces::refuse_crossing(std::size_t a, std::size_t b) const {
  const auto name = [&](std::size_t i) { return "'" + world_.bodies[i].body.body.name + "'"; };
  if (a == b) {
    throw InputError({"body " + name(a), "a surface that crosses itself",
                      "one that does not: contact 'barrier' never lets surfaces through",
                      "use contact 'volume'"});
  }
  throw InputError({"bodies " + name(a) + " and " + name(b), "an overlap at the start",
                    "bodies apart: contact 'barrier' never lets surfaces through",
                    "move them, or part them with contact 'volume' first"});
}

ContactReport Surfaces::ask(std::size_t a, std::size_t b, double separation, double until) const {
  LinearMeshOptions options;
  options.tolerance = kToleranceOfGap * rule(a, b).gap;
  options.min_separation = separation + (a == b ? 0.0 : ways_[a].chord + ways_[b].chord);
  options.until = until;
  options.threads = world_.options.threads;
  const ContactReport report = first_contact_linear(*parts_.ways[a], *parts_.ways[b], options);
  if (report.outcome == Outcome::kOverlapAtStart) refuse_crossing(a, b);
  return report;
}

double Surfaces::free_share(const Distances& now, double keep) const {
  double share = 1.0;
  for (const auto& [bodies, rule] : rules_) {
    const auto& [a, b] = bodies;
    if (!ways_[a].swept.overlaps(ways_[b].swept)) continue;
    const auto found = now.find(bodies);
    const double apart = found == now.end() ? rule.gap : found->second;
    const ContactReport report = ask(a, b, keep * apart, share);
    if (report.outcome == Outcome::kSeparated) continue;
    share = std::min(share, report.time.lo);
  }
  return share;
}

bool Surfaces::are_free() const {
  return std::ranges::all_of(rules_, [&](const auto& entry) {
    const auto& [a, b] = entry.first;
    if (!ways_[a].swept.overlaps(ways_[b].swept)) return true;
    return ask(a, b, kProvedShare * entry.second.gap, 1.0).outcome == Outcome::kSeparated;
  });
}

int Surfaces::pair_count() const {
  return static_cast<int>(std::ranges::count_if(
      rules_, [](const auto& entry) { return entry.first.first != entry.first.second; }));
}

void Surfaces::refuse_overlaps() {
  Placement now;
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    now.poses.push_back(world_.state.bodies[i].pose);
    now.nodes.emplace_back();
    if (parts_.soft[i]) now.nodes.back() = world_.state.soft[i].positions;
  }
  move(now, now);
  for (const auto& [bodies, rule] : rules_) {
    const auto& [a, b] = bodies;
    if (!ways_[a].swept.overlaps(ways_[b].swept)) continue;
    if (ask(a, b, 0.0, 0.0).outcome != Outcome::kSeparated) refuse_crossing(a, b);
    if (a == b) continue;
    const auto mesh = [&](std::size_t i) {
      const auto triangles = parts_.meshes[i].triangles();
      return TriangleMesh(ways_[i].from, {triangles.begin(), triangles.end()});
    };
    if (is_inside(ways_[a].from.front(), mesh(b)) || is_inside(ways_[b].from.front(), mesh(a))) {
      refuse_crossing(a, b);
    }
  }
}

}  // namespace graze::dynamics::barrier
