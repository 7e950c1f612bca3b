// SPDX-License-Identifier: MIT
// A soft body cut into elements: a lattice of cubes around a surface, tetrahedra, or particles and
// springs. Its surface follows the nodes by fixed weights.                                    [V4]
#pragma once
#include <graze/elastic/elastic_material.h>
#include <graze/geometry/tetrahedral_mesh.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace graze {

/// A cell of a lattice, and how much of it lies inside the surface: its stiffness and mass.
struct LatticeCell {
  std::array<std::uint32_t, 8> nodes{};  ///< corner k is at (k & 1, k >> 1 & 1, k >> 2)
  double fill = 1.0;                     ///< in (0, 1]
};

struct Spring {
  std::uint32_t a = 0, b = 0;  ///< nodes
  double stiffness = 100.0;    ///< force per length; > 0
  double damping = 1.0;        ///< force per speed, along the spring; >= 0
};

/// A strain over time: linear between its keys, constant before the first and after the last. With
/// a period it repeats.
struct StrainCurve {
  std::vector<double> times;    ///< seconds, strictly ascending; at least one
  std::vector<double> strains;  ///< one for each time; above -1
  double period = 0.0;          ///< seconds, > the last time; 0: none

  double at(double time) const;
};

/// Elements that want to be longer (or shorter) than at rest along a direction, by the strain of a
/// curve, as muscles do. Only their own stiffness makes them follow it.
struct Muscle {
  std::vector<std::uint32_t> cells, tetrahedra, springs;  ///< ascending
  Vec3 direction = Vec3::UnitX();  ///< of cells and tetrahedra at rest; springs: along themselves
  StrainCurve strain;
};

/// Made once, then only read. Positions of nodes are those of the model's own frame at rest.
struct ElasticModel {
  std::vector<Vec3> nodes;
  std::vector<double> masses;  ///< of the nodes; each > 0
  ElasticMaterial material;    ///< of cells and tetrahedra
  double cell_size = 0.0;      ///< of the lattice
  std::vector<LatticeCell> cells;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Spring> springs;        ///< their rest length is that at rest
  std::vector<std::uint32_t> pinned;  ///< nodes that nothing moves, ascending
  std::vector<Muscle> muscles;

  TriangleMesh surface;  ///< closed, at rest
  struct NodeWeight {
    std::uint32_t node = 0;
    double weight = 0.0;
  };
  /// Vertex v of the surface is at the weighted mean of the nodes
  /// weights[first_weight[v]] … weights[first_weight[v + 1] - 1]; weights sum to 1.
  std::vector<std::uint32_t> first_weight;
  std::vector<NodeWeight> weights;

  std::span<const NodeWeight> weights_of(std::size_t vertex) const {
    return std::span(weights).subspan(first_weight[vertex],
                                      first_weight[vertex + 1] - first_weight[vertex]);
  }
  /// The surface's vertices where the nodes are.
  std::vector<Vec3> surface_at(std::span<const Vec3> positions) const;
};

/// Throws InputError at the first thing that is wrong: the number of a node that does not exist, a
/// mass or stiffness that is not positive, a tetrahedron without volume or turned inside out, an
/// open surface, weights that do not sum to 1 or do not give the surface at rest.
void check(const ElasticModel& model);

struct LatticeOptions {
  int cells_across = 4;                  ///< across the smallest side of the bounds; 1 to 64
  std::optional<double> cell_size = {};  ///< instead; > 0
};

/// Equal cubes around what a closed surface encloses. Use at least four across what bends, or it is
/// too stiff: see docs/methods/soft_bodies.md. Edges of the surface that are longer than a cell's
/// diagonal are halved until none is, so that it can follow. Parts of the body that share a cell
/// move as one. Throws InputError for an open or empty surface, one without volume, options out of
/// range, or more than 2,000,000 cells.
ElasticModel make_lattice(const TriangleMesh& surface, const ElasticMaterial& material,
                          const LatticeOptions& options = {});

/// Linear tetrahedra; vertices that none uses are left out of the surface and of the nodes. Throws
/// InputError like check(TetrahedralMesh), after oriented().
ElasticModel make_tetrahedral(const TetrahedralMesh& mesh, const ElasticMaterial& material);

/// Each vertex of a closed surface is a particle with an equal share of the mass. Throws InputError
/// for an open surface, a mass or a spring out of range.
ElasticModel make_particles(const TriangleMesh& surface, double mass, std::vector<Spring> springs);

/// Springs along all edges, and from each vertex to the one opposite through the centre, so that a
/// closed surface keeps its form.
std::vector<Spring> springs_of(const TriangleMesh& mesh, double stiffness, double damping);

/// The nodes inside a box of the model's frame, ascending. Throws InputError if there is none.
std::vector<std::uint32_t> nodes_within(const ElasticModel& model, const Aabb& box);
/// Pins the nodes inside a box. Throws InputError if there is none in it.
void pin(ElasticModel& model, const Aabb& box);

/// Makes a muscle of the elements whose middle is in a box of the model's frame. Throws InputError
/// if there is none, or if the direction or the curve is not valid.
void add_muscle(ElasticModel& model, const Aabb& box, const Vec3& direction,
                const StrainCurve& strain);

/// True if there are fewer than four cells across the thinnest part: too few for the stated
/// accuracy.
bool is_coarse(const ElasticModel& model);

}  // namespace graze
