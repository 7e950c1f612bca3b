// SPDX-License-Identifier: MIT
// First contact of things whose vertices move linearly: a vertex and a triangle, two edges, whole
// deforming meshes.                                                                          [C5]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/geometry/deformation.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/math/interval_pose.h>
#include <graze/motion/motion.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace graze {

enum class LinearKind {
  kVertexFace,  ///< points: the vertex, then the triangle's three corners
  kEdgeEdge,    ///< points: the two ends of edge a, then the two ends of edge b
};

/// Four points that move from `start` (t = 0) to `end` (t = 1) on straight lines at constant speed.
/// Degenerate ones are allowed: edges of length zero, triangles without area, points at rest.
struct LinearQuery {
  LinearKind kind = LinearKind::kVertexFace;
  std::array<Vec3, 4> start;
  std::array<Vec3, 4> end;
  /// The true coordinates differ from the stored ones by at most this; >= 0, scene units. The
  /// answer holds for all of them. 0: the stored coordinates are meant exactly.
  double uncertainty = 0.0;
};

/// The query whose points are only known to lie in boxes, first the four at t = 0 then those at
/// t = 1: the boxes' middles, with their largest half width as uncertainty.
LinearQuery enclose_query(LinearKind kind, const std::array<IntervalVec3, 8>& points);

struct LinearCcdOptions {
  double tolerance = 1e-6;  ///< largest distance at the upper end of the bracket; scene units,
                            ///< >= 1e-100; raised to what rounding can tell apart (see the answer)
  double until = 1.0;       ///< asks about t in [0, until]; 0 to 1
  double min_separation = 0.0;        ///< contact is where the distance falls to this; 0 to 1e90
  std::uint32_t max_steps = 100'000;  ///< after this many time steps the outcome is kUndecided
};

/// When and where the two first touch. `point_a` is on the vertex (first edge), `point_b` on the
/// triangle (second edge), both at `time.hi`.
struct LinearContact {
  /// kSeparated: no contact at any t in [0, until], ends included. kContact: distance at most
  /// min_separation + `tolerance` at time.hi, no contact before time.lo; also if they touch at
  /// t = 0. kUndecided: no contact before time.lo.
  Outcome outcome = Outcome::kUndecided;
  Interval time{0.0, 0.0};
  double tolerance = 0.0;  ///< the one asked for, or 256 roundings of the largest coordinate
                           ///< difference plus 64 uncertainties if that is more
  double distance = 0.0;   ///< kContact: upper bound of the distance at time.hi
  Vec3 point_a = Vec3::Zero();
  Vec3 point_b = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< kContact: unit, from a towards b; zero if they coincide
  double closing_speed = 0.0;  ///< kContact: of the two points along `normal`; > 0 approaching
  std::uint32_t steps = 0;     ///< time steps: work that does not depend on the machine
};

/// The first contact, proved in floating point: a contact is never lost, a pair that stays farther
/// apart than `tolerance` is never reported. Allocates nothing. Throws InputError if an option is
/// out of range, or a coordinate is not finite or larger than 1e90 in magnitude.
LinearContact first_contact_linear(const LinearQuery& query, const LinearCcdOptions& options = {});

/// A deforming mesh: `mesh` at t = 0, the same vertices at `end` at t = 1, straight in between.
struct LinearMesh {
  TriangleMesh mesh;
  std::vector<Vec3> end;  ///< one for each vertex of `mesh`
};

struct LinearMeshOptions {
  double tolerance = 1e-6;  ///< as in LinearCcdOptions
  double until = 1.0;       ///< asks about t in [0, until]; 0 to 1
  double min_separation =
      0.0;          ///< as in LinearCcdOptions; features that share a vertex may be nearer
  Budget budget{};  ///< when it is used up the outcome is kUndecided, and nothing is certain
  /// If off, meshes may cross at t = 0, and only new contacts of features are found.
  bool look_for_crossings = true;
  int threads = 0;  ///< 0: all cores; answers do not depend on it
};

/// The first contact of two deforming meshes. Proved: kSeparated holds at every instant, nothing
/// touches before time.lo. Meshes that cross each other at t = 0 are kOverlapAtStart; a mesh wholly
/// inside another is apart from it (they are surfaces). Method kLinear. Throws InputError if an
/// option is out of range, `end` has another length than the mesh has vertices, or a coordinate is
/// not finite or beyond 1e90.
ContactReport first_contact_linear(const LinearMesh& a, const LinearMesh& b,
                                   const LinearMeshOptions& options = {});

/// A mesh that moves step by step: what depends only on its topology is made once, its trees are
/// refitted. They keep the order of the mesh it is made with, so that answers do not depend on
/// where it was before.
class LinearSurface {
 public:
  explicit LinearSurface(const TriangleMesh& mesh);
  ~LinearSurface();
  LinearSurface(LinearSurface&&) noexcept;
  LinearSurface& operator=(LinearSurface&&) noexcept;

  /// All vertices go straight from `start` to `end` during t in [0, 1]. `margin` is this surface's
  /// part of the distance that questions keep; >= 0. Throws InputError for another number of
  /// vertices, or what is not finite.
  void move(std::vector<Vec3> start, std::vector<Vec3> end, double margin = 0.0);

  struct Data;  // src/methods/linear/linear_surface.h
  const Data& data() const { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

/// The same for two surfaces; for a surface with itself if both are the same object (features that
/// share a vertex are exempt). Throws InputError if an option is out of range, or the distance to
/// keep is more than the two margins.
ContactReport first_contact_linear(const LinearSurface& a, const LinearSurface& b,
                                   const LinearMeshOptions& options = {});

/// The first contact of a mesh with itself. Features that share a vertex are exempt.
ContactReport first_self_contact_linear(const LinearMesh& mesh,
                                        const LinearMeshOptions& options = {});

/// A mesh over a span of scene time: one that deforms, or one that moves rigidly.
struct LinearBody {
  TriangleMesh mesh;
  Deformation deformation = {};  ///< none: rigid
  Motion motion = {};            ///< frame_from_mesh; has_bounds(). Deforming: stands at identity
  double growth = 0.0;           ///< contact is as near as this to the mesh; >= 0, scene units
};

struct LinearBodyOptions {
  Interval span{0.0, 1.0};      ///< seconds
  double tolerance = 1e-6;      ///< > 0, scene units
  double min_separation = 0.0;  ///< contact is where the distance falls to this; >= 0
  Budget budget = {};           ///< when it is used up the outcome is kUndecided
  int threads = 1;              ///< 0: all cores; answers do not depend on it
};

/// The first contact over the span. Proved, for the deformation's straight lines and the motion's
/// formula: a rigid motion is taken as chords, as short as the tolerance needs where it matters,
/// and what they leave is kept free, too. Bodies that start deeper in each other than the tolerance
/// are kOverlapAtStart. Surfaces, not solids. Throws InputError as for meshes.
ContactReport first_contact_linear(const LinearBody& a, const LinearBody& b,
                                   const LinearBodyOptions& options = {});
/// The same for a deforming body with itself. Features that share a vertex are exempt, and its
/// growth is ignored.
ContactReport first_self_contact_linear(const LinearBody& body,
                                        const LinearBodyOptions& options = {});

}  // namespace graze
