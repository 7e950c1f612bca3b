// SPDX-License-Identifier: MIT
// Question   Which box stands for a half-space until the end of the next step?
// Source     The distances of the dynamic bodies, and how far their speeds and forces take them.
// Guarantee  No body reaches the edges of the box, unless blows make it about eight times as fast
//            as the fastest body was; the next step then gets a larger box.
// Changed    -
#include "dynamics/half_spaces.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "graze/broadphase/shape_parts.h"

namespace graze::dynamics {
namespace {
constexpr double kFaster = 4.0;  // room for blows that make a body faster than any was

/// How far a body gets in a step with its present speed and forces.
double way_in_step(const World::Data& world, std::size_t i) {
  const World::Data::Entry& entry = world.bodies[i];
  const BodyState& state = world.state.bodies[i];
  const double h = world.options.step;
  if (entry.is_dynamic()) {
    const double pull = world.options.gravity.norm() + entry.force.norm() / entry.mass.mass;
    return h * (state.velocity.norm() + entry.command.norm() + h * pull);
  }
  const Pose end = pose_at(entry.body.body.motion, world.state.time + h);
  const double size = entry.body.body.shape.is_unbounded() ? 0.0 : entry.radius;
  return (end.translation - state.pose.translation).norm() +
         size * (end.rotation - state.pose.rotation).norm();
}

/// How far from the half-space's origin dynamic bodies may get. It may turn about its origin.
double farthest_from(const World::Data& world, std::size_t half_space) {
  const Vec3& origin = world.state.bodies[half_space].pose.translation;
  double farthest = 0.0, way = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const World::Data::Entry& entry = world.bodies[i];
    if (!entry.is_there) continue;
    way = std::max(way, way_in_step(world, i));
    if (!entry.is_dynamic()) continue;
    const Vec3 centre = world.state.bodies[i].pose * entry.mass.centre;
    farthest = std::max(farthest, (centre - origin).norm() + entry.radius);
  }
  return farthest + kFaster * way;
}

void set_box(World::Data::Entry& entry, const Shape& box) {
  entry.tree = box.wide_tree();
  entry.features = SurfaceFeatures(box.mesh());
  entry.diagonal = box.diagonal() + 2.0 * entry.body.body.padding;
  entry.radius = radius_about(entry.mass.centre, box.mesh()) + entry.growth;
  entry.grain = grain_of(box.mesh(), entry.growth);
}
}  // namespace

double grain_of(const TriangleMesh& mesh, double growth) {
  double area = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    area += 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm();
  }
  return std::max(growth, std::sqrt(area / static_cast<double>(mesh.triangles().size())));
}

void bound_half_spaces(World::Data& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    World::Data::Entry& entry = world.bodies[i];
    const Shape& shape = entry.body.body.shape;
    if (!entry.is_there || !shape.is_unbounded()) continue;
    // Powers of two, so that the box seldom changes; without a logarithm, which libraries round
    // differently.
    int exponent = 0;
    std::frexp(2.0 * std::max(farthest_from(world, i), 1e-12), &exponent);
    const double reach = std::ldexp(1.0, exponent);
    if (reach == entry.reach) continue;
    entry.reach = reach;
    set_box(entry, shape.reaching(reach));
    world.near.clear();  // it belongs to the old box
  }
}

std::optional<Vec3> outward_of(const World::Data& world, std::size_t body) {
  const auto* form = std::get_if<HalfSpaceForm>(&world.bodies[body].body.body.shape.form());
  if (form == nullptr) return std::nullopt;
  return Vec3(world.state.bodies[body].pose.rotation * form->normal);
}

}  // namespace graze::dynamics
