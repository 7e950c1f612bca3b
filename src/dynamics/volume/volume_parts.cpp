// SPDX-License-Identifier: MIT
#include "dynamics/volume/volume_parts.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/closure.h"
#include "graze/geometry/equal_meshes.h"
#include "graze/geometry/mass_properties.h"
#include "query/depth_mesh.h"

namespace graze::dynamics::by_volume {
namespace {
[[noreturn]] void refuse_body(const World::Data::Entry& entry, const std::string& found,
                              const std::string& expected, const std::string& advice) {
  throw InputError({"body '" + entry.body.body.name + "'", found, expected, advice});
}

void refuse_what_is_not_there(const World::Data& world) {
  const auto refuse = [](const std::string& found) {
    throw InputError({"a world with contact by volume", found,
                      "bodies, forces, materials and joints alone",
                      "use contact 'exact' for rigid bodies"});
  };
  const ContactMode mode = world.options.contact;
  if ((mode == ContactMode::kPenalty || mode == ContactMode::kBarrier) &&
      std::ranges::any_of(world.joints, &World::Data::JointEntry::is_there)) {
    refuse(std::string("a joint in the mode ") + (is_penalty(world) ? "'penalty'" : "'barrier'"));
  }
  if (!world.detectors.empty() || !world.responses.empty()) refuse("a controller");
  if (!world.state.is_second_order) refuse("the first order");
}

/// Far enough from the origin to contain all present bodies.
double reach_of(const World::Data& world) {
  double reach = 1.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies[i].body.body.shape.is_unbounded()) continue;
    reach =
        std::max(reach, world.bodies[i].diagonal + world.state.bodies[i].pose.translation.norm());
  }
  return 10.0 * reach;
}

TriangleMesh solid_of(const World::Data& world, std::size_t body) {
  const World::Data::Entry& entry = world.bodies[body];
  const Shape& shape = entry.body.body.shape;
  if (shape.mesh().is_empty() && !shape.is_unbounded()) return {};
  const std::optional<TriangleMesh> drawn = query::depth_mesh(shape);
  if (!drawn || entry.body.body.padding > 0.0) {
    refuse_body(entry, "a mesh that is grown", "one as it is", "grow the mesh itself");
  }
  const TriangleMesh mesh = shape.is_unbounded() ? shape.reaching(reach_of(world)).mesh() : *drawn;
  if (closure_of(mesh).closure == Closure::kOpen) {
    refuse_body(entry, "an open surface", "a closed one", "mend it with graze repair");
  }
  return mesh;
}

/// The thickness of the thinnest wall: the shortest column between two sides that face away from
/// each other.
double thinnest_wall(const TriangleMesh& mesh) {
  const DepthBody body{DepthSurface(mesh)};
  DepthOptions options = with_pixels(64);
  options.layers_everywhere = true;
  options.region = mesh.bounds();
  DepthImages images;
  images.draw({&body, 1}, options);
  const auto normal = [&](TriangleId t) {
    const auto c = mesh.corners(t.index());
    return (c[1] - c[0]).cross(c[2] - c[0]).normalized().eval();
  };
  double thinnest = mesh.bounds().size().norm();
  for (int axis = 0; axis < 3; ++axis) {
    const DepthImages::View& view = images.view(axis);
    for (int i = 0; i < view.columns; ++i) {
      for (int j = 0; j < view.rows; ++j) {
        const auto column = images.column(axis, i, j);
        for (std::size_t k = 0; k + 1 < column.size(); ++k) {
          if (!column[k].is_entering || column[k + 1].is_entering) continue;
          const Vec3 in = normal(column[k].triangle), out = normal(column[k + 1].triangle);
          if (in.dot(out) > -0.5) continue;  // a rim, not a wall
          const double length = column[k + 1].depth - column[k].depth;
          thinnest = std::min(thinnest, length * std::abs(out[axis]));
        }
      }
    }
  }
  return thinnest;
}

double mean_thickness(const TriangleMesh& mesh, double volume) {
  double area = 0.0;
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const auto c = mesh.corners(t);
    area += 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm();
  }
  return area > 0.0 ? 2.0 * volume / area : 0.0;
}
}  // namespace

VolumeParts& parts_of(World::Data& world) {
  refuse_what_is_not_there(world);
  if (world.volume && world.volume->soft.size() == world.bodies.size()) return *world.volume;
  auto parts = std::make_shared<VolumeParts>();
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto& elastic = world.bodies[i].body.elastic;
    parts->soft.push_back(elastic ? std::make_unique<elastic::ElasticForces>(elastic) : nullptr);
    parts->meshes.push_back(elastic ? elastic->surface : solid_of(world, i));
    parts->surfaces.emplace_back(parts->meshes.back());
    parts->ways.push_back(std::make_unique<LinearSurface>(parts->meshes.back()));
    parts->volumes.push_back(
        parts->meshes.back().is_empty() ? 0.0 : mass_properties(parts->meshes.back()).volume);
    parts->thickness.push_back(
        parts->meshes.back().is_empty() ? 0.0 : thinnest_wall(parts->meshes.back()));
    parts->mean_thickness.push_back(mean_thickness(parts->meshes.back(), parts->volumes.back()));
  }
  world.volume = std::move(parts);
  return *world.volume;
}

void check_soft(const WorldBody& body, const std::string& place) {
  if (body.role != Role::kDynamic) {
    throw InputError({place + ".role", "a soft body that is static or driven", "a dynamic one",
                      "pin its nodes to hold it"});
  }
  if (!are_equal(body.body.shape.mesh(), body.elastic->surface)) {
    throw InputError(
        {place + ".shape", "another mesh than the surface of its elements", "that surface", ""});
  }
  check(*body.elastic);
}

void place_soft(World::Data& world, std::size_t body) {
  BodyState& state = world.state.bodies[body];
  SoftState& soft = world.state.soft[body];
  const ElasticModel& model = *world.bodies[body].body.elastic;
  const Vec3 centre = state.pose * world.bodies[body].mass.centre;
  soft = {};
  for (const Vec3& node : model.nodes) {
    const Vec3 p = state.pose * node;
    soft.positions.push_back(p);
    soft.velocities.push_back(state.velocity + state.angular_velocity.cross(p - centre));
  }
  for (const std::uint32_t node : model.pinned) soft.velocities[node] = Vec3::Zero();
  state.pose = {};  // the nodes are in the world frame
  state.angular_velocity = Vec3::Zero();
  if (world.volume) world.volume->is_current = false;
}

void add_soft_state(World::Data& world) {
  World::Data::Entry& entry = world.bodies.back();
  if (!world.state.soft.empty() || entry.body.elastic) {
    world.state.soft.resize(world.bodies.size());
  }
  if (!entry.body.elastic) return;
  const ElasticModel& model = *entry.body.elastic;
  entry.mass.mass = 0.0;
  Vec3 moment = Vec3::Zero();
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    entry.mass.mass += model.masses[n];
    moment += model.masses[n] * model.nodes[n];
  }
  entry.mass.centre = moment / entry.mass.mass;
  place_soft(world, world.bodies.size() - 1);
}

void check_nodes_of(const World::Data& world, const WorldState& state) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto& elastic = world.bodies[i].body.elastic;
    const std::size_t wanted = elastic ? elastic->nodes.size() : 0;
    const SoftState none, &soft = i < state.soft.size() ? state.soft[i] : none;
    if (soft.positions.size() == wanted && soft.velocities.size() == wanted) continue;
    throw InputError({"state of '" + world.bodies[i].body.body.name + "'",
                      std::to_string(soft.positions.size()) + " nodes", std::to_string(wanted),
                      ""});
  }
}

void update(World::Data& world, VolumeParts& parts) {
  for (std::size_t i = 0; i < parts.soft.size(); ++i) {
    if (!parts.soft[i]) continue;
    const auto& positions = world.state.soft[i].positions;
    parts.soft[i]->set_time(world.state.time);
    parts.soft[i]->update(positions, world.options.threads);
    parts.surfaces[i].move_vertices(parts.soft[i]->model().surface_at(positions));
  }
  parts.is_current = true;
}

DepthBody depth_body(const World::Data& world, const VolumeParts& parts, std::size_t body) {
  if (parts.soft[body]) return {parts.surfaces[body], {}};
  return {parts.surfaces[body], world.state.bodies[body].pose};
}

double kept_depth(const World::Data& world, std::size_t a, std::size_t b) {
  return world.options.volume.depth.value_or(
      1e-3 * std::min(world.bodies[a].diagonal, world.bodies[b].diagonal));
}

}  // namespace graze::dynamics::by_volume
