// SPDX-License-Identifier: MIT
// Question   What touches in an animation that does not touch in a reference pose?             [G3]
// Source     -
// Guarantee  As of touches_linear; pairs of triangles of the reference are found by their distance.
// Changed    A touch beside a known one is the known one: features are left out if any triangles
//            that have them touch in the reference.
#include "graze/query/new_contacts.h"

#include <algorithm>
#include <map>

#include "graze/base/error.h"
#include "graze/methods/linear_touches.h"

namespace graze {
namespace {
using TrianglePair = std::pair<std::uint32_t, std::uint32_t>;
constexpr double kToleranceShare = 100.0;  // of default_tolerance, which is 1e-6 of the size

/// The triangles at each vertex of a mesh.
class Fans {
 public:
  explicit Fans(const TriangleMesh& mesh) : mesh_(mesh), fans_(mesh.vertices().size()) {
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
      for (const std::uint32_t v : mesh.triangles()[t]) fans_[v].push_back(t);
    }
  }

  std::vector<std::uint32_t> triangles_of(const Feature& feature) const {
    if (feature.kind == FeatureKind::kFace)
      return {static_cast<std::uint32_t>(feature.triangle.index())};
    std::vector<std::uint32_t> triangles = fans_[feature.vertices[0]];
    if (feature.kind == FeatureKind::kVertex) return triangles;
    std::erase_if(triangles, [&](std::uint32_t t) {
      return std::ranges::count(mesh_.triangles()[t], feature.vertices[1]) == 0;
    });
    return triangles;
  }

 private:
  const TriangleMesh& mesh_;
  std::vector<std::vector<std::uint32_t>> fans_;
};

/// What touches in the reference.
class Known {
 public:
  Known(const TriangleMesh& a, const TriangleMesh& b, bool is_self, double distance)
      : fans_a_(a), fans_b_(b), is_self_(is_self), touched_(a.triangles().size()) {
    pairs_ = is_self ? near_triangles(a, distance) : near_triangles(a, b, distance);
    for (const auto& [i, k] : pairs_) {
      touched_[i] = true;
      if (is_self) touched_[k] = true;
    }
  }

  std::size_t count() const { return pairs_.size(); }

  bool has(const Feature& a, const Feature& b) const {
    if (pairs_.empty()) return false;
    std::vector<std::uint32_t> of_b;
    for (const std::uint32_t i : fans_a_.triangles_of(a)) {
      if (!touched_[i]) continue;
      if (of_b.empty()) of_b = fans_b_.triangles_of(b);
      for (const std::uint32_t k : of_b) {
        const TrianglePair pair = is_self_ ? TrianglePair(std::minmax(i, k)) : TrianglePair(i, k);
        if (std::ranges::binary_search(pairs_, pair)) return true;
      }
    }
    return false;
  }

 private:
  Fans fans_a_, fans_b_;
  bool is_self_;
  std::vector<bool> touched_;  // triangles of a (of one body: of either side)
  std::vector<TrianglePair> pairs_;
};

TriangleMesh placed(const Scene& scene, const std::vector<std::vector<Vec3>>& reference,
                    BodyId id) {
  const TriangleMesh& mesh = scene.bodies[id.index()].shape.mesh();
  return TriangleMesh(reference[id.index()], {mesh.triangles().begin(), mesh.triangles().end()});
}

std::vector<std::pair<BodyId, BodyId>> pairs_of(const Scene& scene,
                                                const NewContactOptions& options) {
  if (!options.pairs.empty()) return options.pairs;
  auto pairs = checked_pairs(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].deforms()) pairs.emplace_back(BodyId(i), BodyId(i));
  }
  return pairs;
}

void check_reference(const Scene& scene, const std::vector<std::vector<Vec3>>& reference) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const std::size_t vertices = scene.bodies[i].shape.mesh().vertices().size();
    if (i < reference.size() && reference[i].size() == vertices) continue;
    throw InputError({describe(scene, BodyId(i)), "another number of vertices in the reference",
                      std::to_string(vertices), "take the reference from the same file"});
  }
}

LinearBody linear_body(const Scene& scene, BodyId id) {
  const Body& body = scene.bodies[id.index()];
  Motion motion = world_motion(scene, id);
  if (!motion.has_bounds()) {
    throw InputError({describe(scene, id),
                      "a motion that does not bound its derivatives",
                      "one of a file, or one with bounds",
                      {}});
  }
  return {body.shape.mesh(), body.deformation, std::move(motion), body.growth()};
}

NewContacts contacts_of(const Scene& scene, const NewContactOptions& options,
                        const std::pair<BodyId, BodyId>& pair) {
  const auto [a, b] = pair;
  const bool is_self = a == b;
  LinearTouchOptions linear;
  linear.span = options.span.value_or(scene.span);
  linear.tolerance = options.tolerance.value_or(scene.tolerance.value_or(
      kToleranceShare * default_tolerance(scene.bodies[a.index()], scene.bodies[b.index()])));
  linear.budget = options.budget;
  linear.threads = options.threads;
  const LinearBody body_a = linear_body(scene, a), body_b = linear_body(scene, b);
  const double near = linear.tolerance + (is_self ? 0.0 : body_a.growth + body_b.growth);
  const TriangleMesh mesh_a = placed(scene, options.reference, a);
  const TriangleMesh mesh_b = placed(scene, options.reference, b);
  const Known known(mesh_a, mesh_b, is_self, near);
  linear.is_left_out = [&](const Feature& f, const Feature& g) { return known.has(f, g); };
  LinearTouches found =
      is_self ? self_touches_linear(body_a, linear) : touches_linear(body_a, body_b, linear);
  return {a, b, known.count(), std::move(found.touches), found.sure_until, linear.tolerance};
}
}  // namespace

std::vector<std::vector<Vec3>> vertices_at(const Scene& scene, double t) {
  std::vector<std::vector<Vec3>> vertices;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = scene.bodies[i];
    if (body.deforms()) {
      vertices.push_back(body.deformation.vertices_at(t));
      continue;
    }
    const Pose pose = pose_at(world_motion(scene, BodyId(i)), t);
    vertices.emplace_back();
    for (const Vec3& v : body.shape.mesh().vertices()) vertices.back().push_back(pose * v);
  }
  return vertices;
}

std::vector<NewContacts> new_contacts(const Scene& scene, const NewContactOptions& options) {
  check(scene);
  NewContactOptions asked = options;
  if (asked.reference.empty())
    asked.reference = vertices_at(scene, asked.span.value_or(scene.span).lo);
  check_reference(scene, asked.reference);
  const auto start = BudgetWatch(options.budget);
  std::vector<NewContacts> contacts;
  const auto pairs = pairs_of(scene, options);
  for (const auto& pair : pairs) {
    asked.budget.max_seconds = std::max(0.0, options.budget.max_seconds - start.elapsed_seconds());
    contacts.push_back(contacts_of(scene, asked, pair));
    if (options.progress)
      options.progress(static_cast<double>(contacts.size()) / static_cast<double>(pairs.size()));
  }
  return contacts;
}

std::vector<CrossingGroup> grouped(
    const std::vector<NewContacts>& contacts,
    const std::function<std::string(BodyId, const Feature&)>& part_name) {
  std::vector<CrossingGroup> groups;
  for (const NewContacts& pair : contacts) {
    std::map<std::pair<std::string, std::string>, CrossingGroup> by_parts;
    for (const LinearTouch& touch : pair.touches) {
      const std::string a = part_name(pair.a, touch.contact.feature_a);
      const std::string b = part_name(pair.b, touch.contact.feature_b);
      const bool is_turned = pair.a == pair.b && b < a;
      CrossingGroup& group = by_parts[is_turned ? std::pair(b, a) : std::pair(a, b)];
      if (group.touches.empty()) group = {a, b, &pair, {}};
      group.touches.push_back(&touch);
    }
    for (auto& [parts, group] : by_parts) groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(), [](const auto& p, const auto& q) {
    return p.touches.front()->time.hi < q.touches.front()->time.hi;
  });
  return groups;
}

}  // namespace graze
