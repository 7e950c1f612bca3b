// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "graze/base/error.h"
#include "graze/geometry/convex_polytope.h"
#include "server/overlay/overlay.h"

namespace graze::server {
namespace {
constexpr std::size_t kMostVertices = 600, kMostCrossings = 20'000;
constexpr int kSamples = 120, kPlotted = 6;

/// A body's hull, where it is and where it goes.
struct MapSide {
  ConvexPolytope hull;
  Motion motion;

  std::vector<Vec3> corners_at(double time) const {
    const Pose pose = pose_at(motion, time);
    std::vector<Vec3> corners;
    for (const Vec3& v : hull.mesh().vertices()) corners.push_back(pose * v);
    return corners;
  }
};

MapSide side_of(const ViewedPair& viewed, BodyId id) {
  const Body& body = viewed.body(id);
  const auto vertices = body.shape.mesh().vertices();
  if (vertices.size() > kMostVertices || body.shape.rounding() > 0.0) {
    throw InputError({"overlay gauss", "'" + body.name + "', round or of many corners",
                      "two polyhedra of at most " + std::to_string(kMostVertices) + " corners",
                      "choose another pair"});
  }
  return {convex_hull(vertices), world_motion(viewed.scene(), id)};
}

/// Along a direction: how far the lowest corner of b is above the highest of a.
double gap_along(const Vec3& way, const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double highest = -kInfinity, lowest = kInfinity;
  for (const Vec3& p : a) highest = std::max(highest, way.dot(p));
  for (const Vec3& p : b) lowest = std::min(lowest, way.dot(p));
  return lowest - highest;
}

/// An arc of a Gauss map in the world, and the edge that it stands for.
struct Arc {
  Vec3 from, to, edge;
};

std::vector<Arc> arcs_of(const MapSide& side, double time, double sign) {
  const Mat3 turn = pose_at(side.motion, time).rotation;
  std::vector<Arc> arcs;
  for (const ConvexPolytope::Edge& edge : side.hull.edges()) {
    const auto vertices = side.hull.mesh().vertices();
    arcs.push_back({sign * turn * side.hull.faces()[edge.faces[0]].normal,
                    sign * turn * side.hull.faces()[edge.faces[1]].normal,
                    turn * (vertices[edge.vertices[1]] - vertices[edge.vertices[0]])});
  }
  return arcs;
}

/// Whether two arcs cross: each has the ends of the other on both sides, on the same half sphere.
bool cross(const Arc& p, const Arc& q) {
  const Vec3 n = p.from.cross(p.to), m = q.from.cross(q.to);
  const double a = n.dot(q.from), b = n.dot(q.to), c = m.dot(p.from), d = m.dot(p.to);
  return a * b < 0.0 && c * d < 0.0 && a * d > 0.0;
}

/// A plane that may separate: of a face of a, of a face of b, or along two edges.
struct PlaneFunction {
  std::string name;
  Look look;
  std::vector<double> values;
};

/// All planes' gaps over the span.
class PlaneFunctions {
 public:
  PlaneFunctions(const MapSide& a, const MapSide& b, const std::vector<double>& times)
      : a_(a), b_(b) {
    for (const double t : times) sample(t);
  }
  const std::vector<double>& largest() const { return largest_; }

  /// Those that are the largest at some instant, the most frequent first.
  std::vector<PlotLine> leading() const {
    std::vector<std::size_t> wins(functions_.size(), 0);
    for (const std::size_t who : leader_) ++wins[who];
    std::vector<std::size_t> order(functions_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t k) { return wins[i] > wins[k]; });
    std::vector<PlotLine> lines;
    for (const std::size_t i : order) {
      if (wins[i] == 0 || lines.size() == kPlotted) break;
      lines.push_back({functions_[i].name, functions_[i].look, functions_[i].values});
    }
    return lines;
  }

 private:
  void sample(double time) {
    const std::vector<Vec3> a = a_.corners_at(time), b = b_.corners_at(time);
    std::size_t next = 0, best = 0;
    double most = -kInfinity;
    const auto add = [&](const char* kind, std::size_t i, std::size_t k, Look look,
                         const Vec3& way) {
      const double gap = way.norm() > 1e-9 ? gap_along(way.normalized(), a, b) : -kInfinity;
      if (next == functions_.size()) {
        const std::string other = k == kNone ? "" : " and " + std::to_string(k);
        functions_.push_back({fmt::format("{} {}{}", kind, i, other), look, {}});
      }
      functions_[next].values.push_back(gap);
      if (gap > most) most = gap, best = next;
      ++next;
    };
    const Mat3 turn_a = pose_at(a_.motion, time).rotation,
               turn_b = pose_at(b_.motion, time).rotation;
    for (std::size_t i = 0; i < a_.hull.faces().size(); ++i)
      add("face of a", i, kNone, Look::kFirst, turn_a * a_.hull.faces()[i].normal);
    for (std::size_t i = 0; i < b_.hull.faces().size(); ++i)
      add("face of b", i, kNone, Look::kSecond, -(turn_b * b_.hull.faces()[i].normal));
    add_edges(time, a, b, add);
    largest_.push_back(most);
    leader_.push_back(best);
  }

  template <typename Add>
  void add_edges(double time, const std::vector<Vec3>& a, const std::vector<Vec3>& b,
                 const Add& add) {
    if (a_.hull.edges().size() * b_.hull.edges().size() > kMostEdgePairs) return;
    const std::vector<Arc> arcs_a = arcs_of(a_, time, 1.0), arcs_b = arcs_of(b_, time, 1.0);
    for (std::size_t i = 0; i < arcs_a.size(); ++i) {
      for (std::size_t k = 0; k < arcs_b.size(); ++k) {
        const Vec3 way = arcs_a[i].edge.cross(arcs_b[k].edge);
        const bool is_back = gap_along(-way, a, b) > gap_along(way, a, b);
        add("edges", i, k, Look::kCross, is_back ? Vec3(-way) : way);
      }
    }
  }

  static constexpr std::size_t kNone = ~std::size_t{0}, kMostEdgePairs = 1000;
  const MapSide &a_, &b_;
  std::vector<PlaneFunction> functions_;
  std::vector<double> largest_;
  std::vector<std::size_t> leader_;
};

std::size_t draw_maps(const MapSide& a, const MapSide& b, double time, Drawing& drawing) {
  const std::vector<Arc> arcs_a = arcs_of(a, time, 1.0), arcs_b = arcs_of(b, time, -1.0);
  for (const Arc& arc : arcs_a) drawing.add_arc(Look::kFirst, arc.from, arc.to);
  for (const Arc& arc : arcs_b) drawing.add_arc(Look::kSecond, arc.from, arc.to);
  std::size_t crossings = 0;
  if (arcs_a.size() * arcs_b.size() > kMostCrossings * 50) return 0;
  for (const Arc& p : arcs_a) {
    for (const Arc& q : arcs_b) {
      if (!cross(p, q) || ++crossings > kMostCrossings) continue;
      Vec3 at = p.from.cross(p.to).cross(q.from.cross(q.to)).normalized();
      if (at.dot(p.from + p.to) < 0.0) at = -at;
      drawing.add_arc(Look::kCross, at, at);
    }
  }
  return crossings;
}
}  // namespace

void draw_gauss_maps(const ViewedPair& viewed, Drawing& drawing) {
  const MapSide a = side_of(viewed, viewed.a), b = side_of(viewed, viewed.b);
  const Interval span = viewed.scene().span;
  std::vector<double> times;
  for (int k = 0; k <= kSamples; ++k) times.push_back(span.lo + (span.hi - span.lo) * k / kSamples);
  const PlaneFunctions functions(a, b, times);
  const std::size_t crossings = draw_maps(a, b, viewed.time, drawing);
  std::vector<PlotLine> lines{
      {"largest: the hulls are apart where it is above 0", Look::kNode, functions.largest()}};
  for (PlotLine& line : functions.leading()) lines.push_back(std::move(line));
  drawing.set_plot(fmt::format("gap along each plane [{}]", viewed.scene().units), times,
                   std::move(lines));
  drawing.say(
      fmt::format("Gauss maps of the hulls: {} + {} faces, {} + {} edges; {} pairs of arcs "
                  "cross now, each a pair of edges that can touch.",
                  a.hull.faces().size(), b.hull.faces().size(), a.hull.edges().size(),
                  b.hull.edges().size(), crossings));
}

}  // namespace graze::server
