// SPDX-License-Identifier: MIT
#include "graze/scene/scene.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/base/number_text.h"
#include "graze/base/wildcard.h"

namespace graze {
namespace {
using NameSet = std::unordered_set<std::string>;

std::string label(std::size_t index, const std::string& name) {
  return "body " + std::to_string(index) + " ('" + name + "')";
}

void check_number(const std::string& place, double value, double least, bool may_equal) {
  if (std::isfinite(value) && (value > least || (may_equal && value == least))) return;
  throw InputError(
      {place, number_text(value),
       std::string("a finite number ") + (may_equal ? ">= " : "> ") + number_text(least), ""});
}

void check_solidity(const Body& body, const std::string& place) {
  if (!body.solid) return;
  const Solidity solidity = solidity_of(body.shape);
  if (*body.solid && !solidity.is_solid()) {
    throw InputError({place + ".solid", "true for a " + describe(solidity),
                      "an exact form or a closed outward mesh", "close the mesh"});
  }
  if (!*body.solid && solidity.why == Solidity::Why::kRound) {
    throw InputError({place + ".solid", "false for a round shape",
                      "true: all within its radius belongs to it", "use a mesh for a hollow one"});
  }
}

bool stands_at_identity(const Motion& motion) {
  if (!motion.is_still()) return false;
  const Pose pose = pose_at(motion, 0.0);
  return pose.rotation.isIdentity(0.0) && pose.translation.isZero(0.0);
}

void check_deformation(const Body& body, const std::string& place) {
  if (!body.deforms()) return;
  const std::span<const Vec3> first = body.deformation.frames()[0].vertices;
  const TriangleMesh& mesh = body.shape.mesh();
  if (body.shape.box() || !std::ranges::equal(mesh.vertices(), first)) {
    throw InputError({place + ".deformation", "a first frame that is not the body's shape",
                      "a mesh, with the vertices of the first frame", ""});
  }
  if (!stands_at_identity(body.motion) || body.parent || body.joint != JointKind::kNone) {
    throw InputError({place + ".deformation", "a motion, a parent or a joint beside it",
                      "vertices that say where the body is", "leave the other out"});
  }
}

void check_body(const Scene& scene, std::size_t index) {
  const Body& body = scene.bodies[index];
  const std::string place = label(index, body.name);
  if (body.name.empty()) throw InputError({place, "an empty name", "a name", ""});
  check_number(place + ".mass", body.mass, 0.0, false);
  check_number(place + ".padding", body.padding, 0.0, true);
  check_solidity(body, place);
  check_deformation(body, place);
  if (body.parent && body.parent->index() >= index) {
    throw InputError({place + ".parent", "body " + std::to_string(body.parent->index()),
                      "an earlier body of the scene", "list parents before their children"});
  }
  for (const std::string& group : body.groups) {
    if (group.empty()) throw InputError({place + ".groups", "an empty name", "a group name", ""});
  }
}

NameSet body_names(const Scene& scene) {
  NameSet names;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const std::string& name = scene.bodies[i].name;
    if (names.insert(name).second) continue;
    throw InputError({"body " + std::to_string(i), "the name '" + name + "' a second time",
                      "names that are unique", ""});
  }
  return names;
}

NameSet group_names(const Scene& scene, const NameSet& bodies) {
  NameSet groups;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    for (const std::string& group : scene.bodies[i].groups) {
      groups.insert(group);
      if (!bodies.contains(group)) continue;
      throw InputError({label(i, scene.bodies[i].name) + ".groups",
                        "'" + group + "', which is the name of a body",
                        "group names that differ from body names", ""});
    }
  }
  return groups;
}

void check_rules(const Scene& scene, const NameSet& bodies, const NameSet& groups) {
  const auto check_name = [&](const char* rules, std::size_t i, const std::string& name) {
    if (bodies.contains(name) || groups.contains(name)) return;
    throw InputError({rules + ("[" + std::to_string(i) + "]"), "'" + name + "'",
                      "the name of a body or a group", ""});
  };
  for (std::size_t i = 0; i < scene.may_touch.size(); ++i) {
    check_name("may_touch", i, scene.may_touch[i].first);
    check_name("may_touch", i, scene.may_touch[i].second);
  }
  for (std::size_t i = 0; i < scene.fits.size(); ++i) {
    const Fit& fit = scene.fits[i];
    check_name("fits", i, fit.a);
    check_name("fits", i, fit.b);
    if (fit.depth >= 0.0) continue;
    throw InputError(
        {"fits[" + std::to_string(i) + "]", number_text(fit.depth), "a depth >= 0", ""});
  }
}

void check_span(const Scene& scene) {
  const Interval& span = scene.span;
  if (std::isfinite(span.lo) && std::isfinite(span.hi) && span.lo <= span.hi) return;
  throw InputError({"scene.span", "[" + number_text(span.lo) + ", " + number_text(span.hi) + "]",
                    "two finite times in ascending order", ""});
}
}  // namespace

void check(const Scene& scene) {
  check_span(scene);
  if (scene.tolerance) check_number("scene.tolerance", *scene.tolerance, 0.0, false);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) check_body(scene, i);
  const NameSet bodies = body_names(scene);
  check_rules(scene, bodies, group_names(scene, bodies));
}

BodyId add_body(Scene& scene, Body body) {
  if (find_body(scene, body.name)) {
    throw InputError({"body " + std::to_string(scene.bodies.size()),
                      "the name '" + body.name + "' a second time", "names that are unique", ""});
  }
  scene.bodies.push_back(std::move(body));
  try {
    check_body(scene, scene.bodies.size() - 1);
  } catch (const InputError&) {
    scene.bodies.pop_back();
    throw;
  }
  return BodyId(scene.bodies.size() - 1);
}

void refuse_deforming(const Scene& scene, std::string_view question) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (!scene.bodies[i].deforms()) continue;
    throw InputError({describe(scene, BodyId(i)), "a body that deforms",
                      "bodies that keep their shape, for '" + std::string(question) + "'",
                      "check, intervals, clearance and batch take it"});
  }
}

Shape shape_at(const Shape& shape, const Deformation& deformation, double t) {
  const auto frames = deformation.frames();
  if (deformation.is_none() || t < frames[0].time) return shape;
  if (t == frames[0].time && frames[1].time > t) return shape;
  const auto triangles = shape.mesh().triangles();
  TriangleMesh mesh(deformation.vertices_at(t), {triangles.begin(), triangles.end()});
  return Shape::from_rounded_mesh(std::move(mesh), shape.rounding(), shape.source());
}

std::vector<BodyId> bodies_like(const Scene& scene, const std::string& pattern,
                                const std::string& place) {
  std::vector<BodyId> bodies;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    names.push_back(scene.bodies[i].name);
    if (is_like(scene.bodies[i].name, pattern)) bodies.emplace_back(i);
  }
  if (!bodies.empty()) return bodies;
  throw InputError({place, "'" + pattern + "'", "the name of a body; * stands for any letters",
                    did_you_mean(pattern, names)});
}

std::optional<BodyId> find_body(const Scene& scene, std::string_view name) {
  const auto found = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                  [&](const Body& body) { return body.name == name; });
  if (found == scene.bodies.end()) return std::nullopt;
  return BodyId(static_cast<std::size_t>(found - scene.bodies.begin()));
}

std::string describe(const Scene& scene, BodyId body) {
  return label(body.index(), scene.bodies[body.index()].name);
}

double Body::growth() const {
  if (shape.rounding() == 0.0) return padding;
  return padding == 0.0 ? shape.rounding() : round_up(padding + shape.rounding());
}

Solidity solidity_of(const Body& body) { return solidity_of(body.shape, body.is_said_hollow()); }

double default_tolerance(const Body& a, const Body& b) {
  const double smaller = std::min(a.shape.diagonal(), b.shape.diagonal());
  // A body without extent (one point) has no size to scale with.
  return smaller > 0.0 ? 1e-6 * smaller : 1e-6;
}

}  // namespace graze
