// SPDX-License-Identifier: MIT
// Question   How do overlapping bodies move if a pressure pushes them apart?              [V3, V4]
// Source     Faure et al. 2008, section 3.3, equations 1 and 2: pressure -k V dV/dx, its stiffness
//            k g g^T, viscous friction pixel by pixel; one linear system per step.
// Guarantee  None beyond the paper's: overlaps are resisted, not prevented.
// Changed    Adds a damper, off by default. Friction acts at one common point of both bodies.
#include "dynamics/volume/penalty_rows.h"

#include <cmath>

#include "dynamics/volume/active_rows.h"

namespace graze::dynamics::by_volume {
namespace {
using Entries = std::vector<Eigen::Triplet<double>>;

/// Collects the coefficients of rows, body by body.
struct PenaltyEntries {
  const World::Data& world;
  std::span<const std::unique_ptr<elastic::ElasticForces>> soft;
  const CoupledSystem& system;
  Entries entries = {};

  void put(int row, Eigen::Index at, const Vec3& c) { system.put(entries, row, at, c); }
  void put_vertex(int row, std::size_t body, std::size_t vertex, const Vec3& c) {
    for (const auto& w : soft[body]->model().weights_of(vertex)) {
      put(row, system.part_of(body).first + 3 * Eigen::Index{w.node}, w.weight * c);
    }
  }
  void put_rigid(int row, std::size_t body, const Vec3& linear, const Vec3& moment) {
    const Vec3 centre = world.state.bodies[body].pose * world.bodies[body].mass.centre;
    put(row, system.part_of(body).first, linear);
    put(row, system.part_of(body).first + 3, moment - centre.cross(linear));
  }
  void put_gradient(int row, std::size_t body, const OverlapSide& side) {
    if (!system.part_of(body).is_soft) {
      return put_rigid(row, body, side.rigid.linear, side.rigid.angular);
    }
    for (const VertexGradient& v : side.vertices) {
      put_vertex(row, body, v.vertex.index(), v.gradient);
    }
  }
  /// The velocity of a patch's end along an axis. For a rigid body it is taken at `point`.
  void put_end(int row, std::size_t body, const FrictionPatch::End& end, const Vec3& point,
               const Vec3& along) {
    if (!system.part_of(body).is_soft) return put_rigid(row, body, along, point.cross(along));
    for (int k = 0; k < 3; ++k) {
      put_vertex(row, body, end.vertices[static_cast<std::size_t>(k)], end.weights[k] * along);
    }
  }
};

/// Where the friction acts: on a soft body's surface, or halfway between two rigid surfaces.
Vec3 rubbing_point(const FrictionPatch& patch, bool a_is_soft, bool b_is_soft) {
  if (a_is_soft) return patch.ends[0].point;
  if (b_is_soft) return patch.ends[1].point;
  return 0.5 * (patch.ends[0].point + patch.ends[1].point);
}

Rows matrix_of(const Entries& entries, std::size_t rows, Eigen::Index columns) {
  Rows m(static_cast<Eigen::Index>(rows), columns);
  m.setFromTriplets(entries.begin(), entries.end());
  return m;
}

VecX as_vector(const std::vector<double>& values) {
  return Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
}
}  // namespace

PenaltyRows::PenaltyRows(const World::Data& world,
                         std::span<const std::unique_ptr<elastic::ElasticForces>> soft,
                         const CoupledSystem& system, std::span<const PairVolume> overlaps)
    : system_(system),
      stiffness_(world.options.volume.stiffness),
      damping_(world.options.volume.damping) {
  PenaltyEntries gradients{world, soft, system}, slides{world, soft, system};
  std::vector<double> volumes, viscosities;
  for (const PairVolume& pair : overlaps) {
    const int row = static_cast<int>(volumes.size());
    volumes.push_back(pair.overlap.volume);
    gradients.put_gradient(row, pair.a, pair.overlap.sides[0]);
    if (pair.a == pair.b) continue;  // its one side holds the whole gradient
    gradients.put_gradient(row, pair.b, pair.overlap.sides[1]);
    for (const FrictionPatch& patch : pair.overlap.patches) {
      const Vec3 point =
          rubbing_point(patch, system.part_of(pair.a).is_soft, system.part_of(pair.b).is_soft);
      for (int k = 1; k < 3; ++k) {
        const int slide = static_cast<int>(viscosities.size());
        const Vec3 along = Vec3::Unit((patch.axis + k) % 3);
        slides.put_end(slide, pair.a, patch.ends[0], point, -along);
        slides.put_end(slide, pair.b, patch.ends[1], point, along);
        viscosities.push_back(world.options.volume.viscosity * patch.area);
      }
    }
  }
  gradients_ = matrix_of(gradients.entries, volumes.size(), system.size());
  slides_ = matrix_of(slides.entries, viscosities.size(), system.size());
  volumes_ = as_vector(volumes);
  viscosities_ = as_vector(viscosities);
}

ContactSolution PenaltyRows::solve(VecX b, const VecX& start, const SolverLimits& limits) const {
  const double h = system_.h();
  VecX pushes = gradients_.transpose() * (-h * stiffness_ * volumes_);
  system_.clear_held(pushes);
  b += pushes;
  const VecX weights = VecX::Constant(volumes_.size(), h * h * stiffness_ + h * damping_);
  const BlockInverse inverse(system_, gradients_, weights);
  const auto multiply = [&](const VecX& v, VecX& out) {
    system_.multiply(v, out);
    inverse.add_product(v, out);
    if (slides_.rows() == 0) return;
    VecX rubs = slides_.transpose() * (h * viscosities_.cwiseProduct(slides_ * v));
    system_.clear_held(rubs);
    out += rubs;
  };
  ContactSolution out;
  out.v = start;
  VecX product(system_.size()), z(system_.size());
  multiply(out.v, product);
  VecX r = b - product;
  system_.clear_held(r);
  inverse.apply(b, z);
  const double scale = std::sqrt(std::max(0.0, b.dot(z)));
  inverse.apply(r, z);
  VecX direction = z;
  double rz = r.dot(z);
  while (std::sqrt(std::max(0.0, rz)) > limits.tolerance * scale) {
    if (out.iterations++ >= limits.max_iterations) {
      out.is_converged = false;
      break;
    }
    multiply(direction, product);
    const double alpha = rz / direction.dot(product);
    out.v += alpha * direction;
    r -= alpha * product;
    inverse.apply(r, z);
    const double next = r.dot(z);
    direction = z + (next / rz) * direction;
    rz = next;
  }
  out.residual = scale > 0.0 ? std::sqrt(std::max(0.0, rz)) / scale : 0.0;
  return out;
}

}  // namespace graze::dynamics::by_volume
