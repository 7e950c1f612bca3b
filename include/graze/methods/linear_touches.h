// SPDX-License-Identifier: MIT
// All pairs of features that touch while two bodies deform or move, not only the first.   [C5, G3]
#pragma once
#include <graze/contact/new_contacts.h>
#include <graze/methods/linear.h>

#include <functional>
#include <vector>

namespace graze {

struct LinearTouchOptions {
  Interval span{0.0, 1.0};  ///< seconds
  double tolerance = 1e-6;  ///< > 0, scene units
  /// Pairs of features to leave out; asked from several threads. Default: none.
  std::function<bool(const Feature& a, const Feature& b)> is_left_out = {};
  Budget budget = {};
  int threads = 0;  ///< 0: all cores; answers do not depend on it
};

struct LinearTouches {
  std::vector<LinearTouch> touches;  ///< by time.hi, then by features; each pair once
  double sure_until = 0.0;           ///< the list is complete before this time; else span.hi
};

/// Every pair of features that touches in the span, even if the surfaces cross at its start: every
/// new crossing begins with such a pair. Proved: no pair is lost, and none that stays farther apart
/// than the tolerance is listed. Rigid motions are taken as chords short enough for the tolerance.
/// Throws InputError for a tolerance that is not positive.
LinearTouches touches_linear(const LinearBody& a, const LinearBody& b,
                             const LinearTouchOptions& options = {});
/// The same for a body with itself; features that share a vertex are exempt.
LinearTouches self_touches_linear(const LinearBody& body, const LinearTouchOptions& options = {});

/// The same for surfaces on the ways given to move(). Times run from 0 to 1; the span is not used.
/// Features touch if they come nearer than the sum of the surfaces' margins.
LinearTouches touches_linear(const LinearSurface& a, const LinearSurface& b,
                             const LinearTouchOptions& options = {});

/// Pairs of triangles, of a and of b, that are not farther apart than the distance. The second form
/// is about one mesh (the first index is the smaller one) and leaves out neighbours that share a
/// vertex.
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_triangles(const TriangleMesh& a,
                                                                    const TriangleMesh& b,
                                                                    double distance);
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_triangles(const TriangleMesh& mesh,
                                                                    double distance);

}  // namespace graze
