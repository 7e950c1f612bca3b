// SPDX-License-Identifier: MIT
// First contact, distance and clearance of curved surfaces, against each other and against meshes:
// `certified` with leaves that open as far as a question asks.                                [C10]
#pragma once
#include <graze/methods/certified.h>
#include <graze/spatial/surface_tree.h>

#include <string>
#include <variant>

namespace graze {

/// A curved surface or a mesh, and where it goes. All members are cheap to copy.
struct SurfaceBody {
  std::variant<SurfaceTree, ObbTree> shape;
  Motion motion;         ///< frame of the question from body frame; has_bounds()
  double padding = 0.0;  ///< the shape is grown by this much; >= 0, scene units
  /// Bounds a solid, and its normals point out: S_u x S_v unless the face is flipped.
  bool is_solid = false;
};

/// Where on a body a contact is.
struct SurfacePlace {
  std::uint32_t face = 0;      ///< number of the face, or of the triangle of a mesh
  std::string name;            ///< of the face; empty for a mesh
  std::array<double, 2> uv{};  ///< of a patch
};

struct SurfaceContactReport : ContactReport {
  SurfacePlace place_a, place_b;  ///< of the contact, if there is one
};

/// The first time in `options.span` at which a and b touch, as of first_contact_certified for
/// meshes: kSeparated holds at every instant, nothing touches before time.lo, and at time.hi two
/// points that are proved to be on the bodies are within min_separation + paddings + tolerance.
/// Bodies that are that close at the start are a contact there (StartState::kTouching), unless both
/// are solids and slide or lift off without coming nearer along the touch's direction, or both are
/// at rest and do not cross. If they start nearer than min_separation + paddings by more than the
/// tolerance, they overlap. Only surfaces touch: a body inside another touches nothing.
/// `all_contacts`, `likely_first` and `portable` are not used. Throws InputError if an option is
/// out of range or a motion has no bounds.
SurfaceContactReport first_contact_certified(const SurfaceBody& a, const SurfaceBody& b,
                                             const CertifiedOptions& options = {});

/// The distance of a and b at time t, paddings taken off, to `tolerance`; never negative.
Clearance distance_at(const SurfaceBody& a, const SurfaceBody& b, double t, double tolerance,
                      const Budget& budget = {});

/// The smallest distance over the span: the lower end of the bracket is proved. `farthest` is not
/// used. Throws like first_contact_certified.
Clearance clearance_certified(const SurfaceBody& a, const SurfaceBody& b,
                              const ClearanceOptions& options = {});

}  // namespace graze
