// SPDX-License-Identifier: MIT
// Question   Which features of two bodies touch at all, over many frames?                  [C5, G3]
// Source     As for the first contact (body_contact.cpp): chords, and pairs of features on them.
// Guarantee  Proved: every pair whose boxes meet is asked with the error of its chords added.
// Changed    Nothing shortens the question: each cell is searched to its end, on all cores.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/methods/linear_touches.h"
#include "methods/linear/chords.h"
#include "methods/linear/feature_pairs.h"
#include "methods/linear/linear_surface.h"

namespace graze {
namespace linear {
namespace {
/// Meshes of one cell, and what is asked about them.
struct CellQuestion {
  const MeshFeatures& a;
  const MeshFeatures& b;
  Interval span;
  double separation = 0.0;
  double error = 0.0;
};

class TouchSearch {
 public:
  TouchSearch(const Side& a, const Side& b, const LinearTouchOptions& options)
      : a_(a), b_(b), options_(options), start_(std::chrono::steady_clock::now()) {
    keep_ = is_self() ? 0.0 : sum_up(a.body().growth, b.body().growth);
  }

  LinearTouches run() {
    const std::vector<Cell> cells = cells_of(a_.body(), b_.body(), options_.span);
    std::vector<CellResult> results(cells.size());
    const std::vector<double> fresh = fresh_starts(a_.body(), b_.body(), options_.span);
    const auto search_one = [&](std::size_t i) {
      if (std::ranges::binary_search(fresh, cells[i].span.lo)) look_at_start(cells[i], results[i]);
      search(cells[i], results[i]);
    };
    parallel_for(cells.size(), search_one, options_.threads);
    return merged(cells, results);
  }

 private:
  struct CellResult {
    std::vector<LinearTouch> touches;
    double sure_until = std::numeric_limits<double>::infinity();
  };

  bool is_self() const { return &a_ == &b_; }

  bool is_over() const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const auto* cancel = options_.budget.cancel;
    return elapsed.count() >= options_.budget.max_seconds ||
           (cancel != nullptr && cancel->load(std::memory_order_relaxed));
  }

  void look_at_start(const Cell& cell, CellResult& result) const {
    const Interval start(cell.span.lo);
    const TriangleMesh a = a_.mesh(a_.chords(cell.motion_a, cell.span)).mesh;
    const TriangleMesh b = b_.mesh(b_.chords(cell.motion_b, cell.span)).mesh;
    const double near = sum_up(keep_, 0.5 * options_.tolerance);
    for (const auto& [i, k] : is_self() ? near_triangles(a, near) : near_triangles(a, b, near)) {
      const Feature face_a = face_feature(i), face_b = face_feature(k);
      if (options_.is_left_out && options_.is_left_out(face_a, face_b)) continue;
      const TriangleDistance nearest = triangle_distance(a.corners(i), b.corners(k));
      LinearTouch touch{start, {}, 0.0};
      touch.contact.point_a = nearest.point_a;
      touch.contact.point_b = nearest.point_b;
      touch.contact.point = 0.5 * (nearest.point_a + nearest.point_b);
      touch.contact.distance = nearest.distance();
      touch.contact.feature_a = face_a;
      touch.contact.feature_b = face_b;
      result.touches.push_back(std::move(touch));
    }
  }

  void search(const Cell& cell, CellResult& result) const {
    if (is_over()) {
      result.sure_until = std::min(result.sure_until, cell.span.lo);
      return;
    }
    Chords a = a_.chords(cell.motion_a, cell.span);
    Chords b = is_self() ? Chords{} : b_.chords(cell.motion_b, cell.span);
    if (!is_self() && !box_of(a, keep_).overlaps(box_of(b, options_.tolerance))) return;
    const double bend = is_self() ? a.bend : sum_up(a.bend, b.bend);
    const double rounding = is_self() ? a.rounding : sum_up(a.rounding, b.rounding);
    if (4.0 * bend > options_.tolerance && bend > rounding && search_halves(cell, result)) return;
    const double error = sum_up(bend, rounding), margin = 0.5 * sum_up(keep_, error);
    const LinearMesh mesh_a = a_.mesh(std::move(a));
    const MeshFeatures features_a = features_of(mesh_a, round_up(margin));
    if (is_self()) {
      ask({features_a, features_a, cell.span, sum_up(keep_, error), error}, result);
      return;
    }
    const LinearMesh mesh_b = b_.mesh(std::move(b));
    const MeshFeatures features_b = features_of(mesh_b, round_up(margin));
    ask({features_a, features_b, cell.span, sum_up(keep_, error), error}, result);
  }

  bool search_halves(const Cell& cell, CellResult& result) const {
    const std::vector<Cell> halves = halves_of(cell, cell.span.lo);
    for (const Cell& half : halves) search(half, result);
    return !halves.empty();
  }

  void ask(const CellQuestion& question, CellResult& result) const {
    for (const Sweep sweep : {Sweep::kVertexOfA, Sweep::kVertexOfB, Sweep::kEdges}) {
      if (sweep == Sweep::kVertexOfB && is_self()) continue;
      for_each_feature_pair(
          question.a, question.b, SearchPart{sweep, {}}, [] { return 1.0; },
          [&](const FeaturePair& pair) {
            look_at(question, pair, result);
            return true;
          });
    }
  }

  void look_at(const CellQuestion& question, const FeaturePair& pair, CellResult& result) const {
    const Feature& a = pair.is_swapped ? pair.second : pair.first;
    const Feature& b = pair.is_swapped ? pair.first : pair.second;
    if (options_.is_left_out && options_.is_left_out(a, b)) return;
    LinearCcdOptions asked;
    asked.tolerance = 0.5 * options_.tolerance;
    asked.min_separation = question.separation;
    const LinearContact touch = first_contact_linear(pair.query, asked);
    if (touch.outcome == Outcome::kSeparated) return;
    const double lo = std::max(question.span.lo, round_down(time_of(question.span, touch.time.lo)));
    if (touch.outcome == Outcome::kUndecided) {
      result.sure_until = std::min(result.sure_until, lo);
      return;
    }
    LinearTouch found{
        {lo, time_of(question.span, touch.time.hi)}, contact_of(pair, touch), touch.closing_speed};
    found.contact.distance += question.error;
    result.touches.push_back(std::move(found));
  }

  /// Sorts like the features of a touch, whichever triangle names them.
  static auto key(const LinearTouch& touch) {
    const auto part = [](const Feature& f) {
      const bool is_face = f.kind == FeatureKind::kFace;
      return std::array<std::size_t, 3>{static_cast<std::size_t>(f.kind),
                                        is_face ? f.triangle.index() : f.vertices[0],
                                        f.kind == FeatureKind::kEdge ? f.vertices[1] : 0};
    };
    return std::pair(part(touch.contact.feature_a), part(touch.contact.feature_b));
  }

  LinearTouches merged(const std::vector<Cell>& cells, std::vector<CellResult>& results) const {
    LinearTouches all;
    all.sure_until = options_.span.hi;
    std::map<decltype(key(LinearTouch{})), LinearTouch> first;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      all.sure_until = std::min(all.sure_until, results[i].sure_until);
      for (LinearTouch& touch : results[i].touches) first.emplace(key(touch), std::move(touch));
    }
    for (auto& [features, touch] : first) all.touches.push_back(std::move(touch));
    std::stable_sort(
        all.touches.begin(), all.touches.end(),
        [](const LinearTouch& p, const LinearTouch& q) { return p.time.hi < q.time.hi; });
    return all;
  }

  const Side& a_;
  const Side& b_;
  const LinearTouchOptions& options_;
  std::chrono::steady_clock::time_point start_;
  double keep_ = 0.0;
};

/// All pairs of features of two surfaces.
LinearTouches surface_touches(const LinearSurface::Data& a, const LinearSurface::Data& b,
                              const LinearTouchOptions& options) {
  LinearTouches all{{}, 1.0};
  LinearCcdOptions asked;
  asked.tolerance = options.tolerance;
  asked.min_separation = a.margin + b.margin;
  const auto look_at = [&](const FeaturePair& pair) {
    const Feature& of_a = pair.is_swapped ? pair.second : pair.first;
    const Feature& of_b = pair.is_swapped ? pair.first : pair.second;
    if (options.is_left_out && options.is_left_out(of_a, of_b)) return true;
    const LinearContact touch = first_contact_linear(pair.query, asked);
    if (touch.outcome == Outcome::kUndecided)
      all.sure_until = std::min(all.sure_until, touch.time.lo);
    if (touch.outcome == Outcome::kContact)
      all.touches.push_back({touch.time, contact_of(pair, touch), touch.closing_speed});
    return true;
  };
  for (const Sweep sweep : {Sweep::kVertexOfA, Sweep::kVertexOfB, Sweep::kEdges}) {
    for_each_feature_pair(
        a.features, b.features, SearchPart{sweep, {}}, [] { return 1.0; }, look_at);
  }
  std::ranges::stable_sort(all.touches, {}, [](const LinearTouch& t) { return t.time.hi; });
  return all;
}

void check(const LinearTouchOptions& options) {
  if (options.tolerance > 0.0 && std::isfinite(options.tolerance)) return;
  throw InputError({"tolerance", std::to_string(options.tolerance), "a finite length > 0", {}});
}
}  // namespace
}  // namespace linear

LinearTouches touches_linear(const LinearBody& a, const LinearBody& b,
                             const LinearTouchOptions& options) {
  linear::check(options);
  const linear::Side side_a(a), side_b(b);
  return linear::TouchSearch(side_a, side_b, options).run();
}

LinearTouches touches_linear(const LinearSurface& a, const LinearSurface& b,
                             const LinearTouchOptions& options) {
  linear::check(options);
  return linear::surface_touches(a.data(), b.data(), options);
}

LinearTouches self_touches_linear(const LinearBody& body, const LinearTouchOptions& options) {
  linear::check(options);
  const linear::Side side(body);
  return linear::TouchSearch(side, side, options).run();
}

}  // namespace graze
