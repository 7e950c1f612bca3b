// SPDX-License-Identifier: MIT
// Question   How far can two overlapping bodies go before one comes out behind the other?    [V8]
// Source     `linear` finds all features that touch. A feature comes out behind the other body if
//            it leaves that body through a side that faces against the push of the pair's rows.
// Guarantee  Proved for the ways: before the share, no vertex leaves through a face and no edge
//            through an edge on that side, and none that enters on the way leaves again.
// Changed    -
#include "dynamics/volume/far_side.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "dynamics/volume/volume_parts.h"
#include "graze/methods/linear_touches.h"

namespace graze::dynamics::by_volume {
namespace {
constexpr double kBehind = 0.25;       // cosine between a far side's normal and a row's
constexpr std::size_t kMostRows = 32;  // the earliest ones; others follow in later rounds
constexpr std::size_t kManyRows = 24;  // from here on it pays to remember the nearest row

/// The touched point of a feature: vertices with weights that sum to 1.
struct TouchedPoint {
  std::array<std::uint32_t, 3> vertices{};
  std::array<double, 3> weights{};
  std::size_t count = 0;

  Vec3 at(std::span<const Vec3> x) const {
    Vec3 p = Vec3::Zero();
    for (std::size_t k = 0; k < count; ++k) p += weights[k] * x[vertices[k]];
    return p;
  }
};

class FarSide {
 public:
  FarSide(const FarSideBody& a, const FarSideBody& b, std::span<const VolumeRow> rows)
      : bodies_{&a, &b}, rows_(rows) {}

  FarSideAnswer run(double tolerance) {
    LinearTouchOptions options;
    options.tolerance = tolerance;
    options.is_left_out = [this](const Feature& a, const Feature& b) {
      return a.kind == FeatureKind::kEdge && !is_behind(1, b, a) && !is_behind(0, a, b);
    };
    const LinearTouches all = touches_linear(bodies_[0]->way, bodies_[1]->way, options);
    answer_.share = all.sure_until;
    for (const LinearTouch& touch : all.touches) look_at(touch);
    return std::move(answer_);
  }

 private:
  Vec3 face_normal(std::size_t side, std::size_t triangle) const {
    const Triangle& t = bodies_[side]->triangles[triangle];
    const auto& x = bodies_[side]->from;
    return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]);
  }

  /// The mean of the face normals at each vertex, unit.
  const std::vector<Vec3>& vertex_normals(std::size_t side) {
    std::vector<Vec3>& normals = normals_[side];
    if (!normals.empty()) return normals;
    normals.assign(bodies_[side]->from.size(), Vec3::Zero());
    for (std::size_t t = 0; t < bodies_[side]->triangles.size(); ++t) {
      const Vec3 n = face_normal(side, t);
      for (const auto v : bodies_[side]->triangles[t]) normals[v] += n;
    }
    for (Vec3& n : normals) n.normalize();
    return normals;
  }

  /// The outward unit normal of a face or an edge.
  Vec3 normal_of(std::size_t side, const Feature& f) {
    if (f.kind == FeatureKind::kFace) return face_normal(side, f.triangle.index()).normalized();
    const std::vector<Vec3>& n = vertex_normals(side);
    return (n[f.vertices[0]] + n[f.vertices[1]]).normalized();
  }

  Vec3 place_of(std::size_t side, const Feature& f) const {
    const auto& x = bodies_[side]->from;
    if (f.kind == FeatureKind::kFace) return x[bodies_[side]->triangles[f.triangle.index()][0]];
    if (f.kind == FeatureKind::kVertex) return x[f.vertices[0]];
    return 0.5 * (x[f.vertices[0]] + x[f.vertices[1]]);
  }

  /// The normal, from a towards b, of the row nearest to a feature. Asked many times about edges.
  const Vec3& row_normal(std::size_t side, const Feature& f) {
    const auto nearest = [&] {
      const Vec3 point = place_of(side, f);
      const auto row = std::ranges::min_element(
          rows_, {}, [&](const VolumeRow& r) { return (r.centre - point).squaredNorm(); });
      return &row->normal;
    };
    if (f.kind != FeatureKind::kEdge || rows_.size() < kManyRows) return *nearest();
    const std::uint64_t edge = std::uint64_t{f.vertices[0]} << 32 | f.vertices[1];
    const Vec3*& known = at_edges_[side][edge];
    if (known == nullptr) known = nearest();
    return *known;
  }

  /// True if the feature is on the side of its body where the other body must not come out.
  bool is_behind(std::size_t side, const Feature& f, const Feature& of_other) {
    const double along = normal_of(side, f).dot(row_normal(1 - side, of_other));
    return (side == 1 ? along : -along) > kBehind;
  }

  /// True if the other body's feature goes out through this one.
  bool is_left(std::size_t side, const Feature& f, const LinearTouch& touch) {
    const Vec3 n = normal_of(side, f);
    Vec3 towards = touch.contact.normal;  // from a to b
    if (towards.squaredNorm() < 0.5) {    // no normal: take the direction of motion
      const TouchedPoint p = touched(0, touch), q = touched(1, touch);
      towards = (p.at(bodies_[0]->to) - p.at(bodies_[0]->from)) -
                (q.at(bodies_[1]->to) - q.at(bodies_[1]->from));
    }
    return (side == 1 ? towards.dot(n) : -towards.dot(n)) > 0.0;
  }

  void look_at(const LinearTouch& touch) {
    if (touch.time.lo <= 0.0 && touch.closing_speed <= 0.0) return;
    const Feature &a = touch.contact.feature_a, &b = touch.contact.feature_b;
    if (a.kind == FeatureKind::kEdge) {
      if (is_behind(1, b, a) && is_left(1, b, touch)) return stop(1, b, touch);
      if (is_behind(0, a, b) && is_left(0, a, touch)) return stop(0, a, touch);
      return;
    }
    const std::size_t side = b.kind == FeatureKind::kFace ? 1 : 0;
    const Feature &face = side == 1 ? b : a, &vertex = side == 1 ? a : b;
    if (!is_left(side, face, touch)) {
      entered_[side].insert(vertex.vertices[0]);
    } else if (entered_[side].contains(vertex.vertices[0]) || is_behind(side, face, vertex)) {
      stop(side, face, touch);
    }
  }

  void stop(std::size_t side, const Feature& f, const LinearTouch& touch) {
    answer_.share = std::min(answer_.share, touch.time.lo);
    if (answer_.rows.size() >= kMostRows) return;
    const Vec3 n = normal_of(side, f);
    answer_.rows.push_back(row_at(side == 1 ? n : Vec3(-n), touch));
  }

  TouchedPoint touched(std::size_t side, const LinearTouch& touch) const {
    const Feature& f = side == 0 ? touch.contact.feature_a : touch.contact.feature_b;
    const Vec3& point = side == 0 ? touch.contact.point_a : touch.contact.point_b;
    if (f.kind == FeatureKind::kVertex) return {{f.vertices[0]}, {1.0}, 1};
    const auto x = [&](std::uint32_t v) -> Vec3 {
      return bodies_[side]->from[v] +
             touch.time.hi * (bodies_[side]->to[v] - bodies_[side]->from[v]);
    };
    if (f.kind == FeatureKind::kEdge) {
      const Vec3 from = x(f.vertices[0]), way = x(f.vertices[1]) - from;
      const double length = way.squaredNorm();
      const double t = length > 0.0 ? std::clamp(way.dot(point - from) / length, 0.0, 1.0) : 0.5;
      return {{f.vertices[0], f.vertices[1]}, {1.0 - t, t}, 2};
    }
    const Triangle& t = bodies_[side]->triangles[f.triangle.index()];
    const Vec3 p = x(t[0]), u = x(t[1]) - p, v = x(t[2]) - p;
    const Vec3 n = u.cross(v);
    const double area = n.squaredNorm();
    const double of_u = area > 0.0 ? n.dot((point - p).cross(v)) / area : 1.0 / 3.0;
    const double of_v = area > 0.0 ? n.dot(u.cross(point - p)) / area : 1.0 / 3.0;
    return {{t[0], t[1], t[2]}, {1.0 - of_u - of_v, of_u, of_v}, 3};
  }

  /// A row at a point, as a patch of area 1 without depth.
  VolumeRow row_at(const Vec3& normal, const LinearTouch& touch) const {
    const std::array<TouchedPoint, 2> points{touched(0, touch), touched(1, touch)};
    const Vec3 at_a = points[0].at(bodies_[0]->from), at_b = points[1].at(bodies_[1]->from);
    VolumeRow row;
    row.volume = kPointVolume;
    row.area = 1.0;
    row.centre = bodies_[0]->is_soft ? at_a : bodies_[1]->is_soft ? at_b : 0.5 * (at_a + at_b);
    row.normal = normal;
    row.tangents[0] = normal.unitOrthogonal();
    row.tangents[1] = normal.cross(row.tangents[0]);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec3 direction = side == 0 ? normal : Vec3(-normal);
      row.sides[side].rigid = {direction, row.centre.cross(direction)};
      if (!bodies_[side]->is_soft) continue;
      for (std::size_t k = 0; k < points[side].count; ++k) {
        row.sides[side].vertices.push_back(
            {VertexId(points[side].vertices[k]), points[side].weights[k] * direction});
      }
    }
    return row;
  }

  std::array<const FarSideBody*, 2> bodies_;
  std::span<const VolumeRow> rows_;
  std::array<std::unordered_map<std::uint64_t, const Vec3*>, 2> at_edges_;  ///< by two vertices
  std::array<std::vector<Vec3>, 2> normals_;
  std::array<std::set<std::uint32_t>, 2> entered_;  ///< by the side whose face it was
  FarSideAnswer answer_;
};
}  // namespace

FarSideAnswer far_side(const FarSideBody& a, const FarSideBody& b, std::span<const VolumeRow> rows,
                       double tolerance) {
  return FarSide(a, b, rows).run(tolerance);
}

}  // namespace graze::dynamics::by_volume
