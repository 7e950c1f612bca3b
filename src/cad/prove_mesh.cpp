// SPDX-License-Identifier: MIT
// Question   How far are triangles and a trimmed face from each other, at most?              [C10]
// Source     docs/methods/surfaces.md, "A mesh with a proved deviation".
// Guarantee  Proved with rounding: the face's point at (u, v) is compared with the triangle's point
//            at the same parameters, over convex pieces of it.
// Changed    -
#include "cad/prove_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "geometry/surface/rounded.h"
#include "graze/geometry/exact_predicates.h"

namespace graze::cad {
namespace {

constexpr int kDeepest = 12;

/// A corner of a convex piece of a triangle (or of a side of one): parameters and place.
struct Corner {
  Vec3 uv, point;
};
using Piece = std::vector<Corner>;

Corner between(const Corner& a, const Corner& b, double share) {
  return {a.uv + share * (b.uv - a.uv), a.point + share * (b.point - a.point)};
}

// What is at or below (above) a parameter; a piece of two corners is a segment.
Piece clipped(const Piece& piece, int axis, double limit, bool below) {
  const auto is_in = [&](const Corner& c) {
    return below ? c.uv[axis] <= limit : c.uv[axis] >= limit;
  };
  Piece result;
  for (std::size_t k = 0; k < piece.size(); ++k) {
    const Corner &a = piece[k], &b = piece[(k + 1) % piece.size()];
    if (is_in(a)) result.push_back(a);
    if (is_in(a) == is_in(b) || (piece.size() == 2 && k == 1)) continue;
    result.push_back(between(a, b, (limit - a.uv[axis]) / (b.uv[axis] - a.uv[axis])));
    result.back().uv[axis] = limit;
  }
  return result;
}

struct Rectangle {
  Interval u, v;
};

Rectangle around(const Piece& piece) {
  Rectangle r{{kInfinity, -kInfinity}, {kInfinity, -kInfinity}};
  for (const Corner& corner : piece) {
    r.u = {std::min(r.u.lo, corner.uv.x()), std::max(r.u.hi, corner.uv.x())};
    r.v = {std::min(r.v.lo, corner.uv.y()), std::max(r.v.hi, corner.uv.y())};
  }
  return r;
}

/// One patch of the face.
class PatchCheck {
 public:
  /// Once a bound is below `enough`, it is not refined any further.
  PatchCheck(const CadPatch& patch, double enough) : patch_(patch), enough_(enough) {}

  /// How far the face's points within `aside` of the piece are from the piece's at most, point by
  /// point at the same parameters.
  double over(Piece piece, double aside) const {
    const Rectangle r = around(piece);
    if (!overlaps(inflated(patch_.u, aside), r.u) || !overlaps(inflated(patch_.v, aside), r.v))
      return 0.0;
    piece = clipped(piece, 0, patch_.u.lo - aside, false);
    piece = clipped(piece, 0, patch_.u.hi + aside, true);
    piece = clipped(piece, 1, patch_.v.lo - aside, false);
    piece = clipped(piece, 1, patch_.v.hi + aside, true);
    return bound(piece, aside, enough_, 0);
  }

 private:
  // The larger of two halves counts, so the second needs no closer bound than the first.
  double bound(const Piece& piece, double aside, double enough, int depth) const {
    if (piece.empty()) return 0.0;
    const Comparison here = compared(piece, aside);
    if (here.most <= std::max(enough, 1.5 * here.least) || depth == kDeepest) return here.most;
    const Rectangle r = around(piece);
    const Interval& range = here.axis == 0 ? r.u : r.v;
    if (!(range.width() > 0.0)) return here.most;
    const double middle = range.middle();
    const double below = bound(clipped(piece, here.axis, middle, true), aside, enough, depth + 1);
    const double above =
        bound(clipped(piece, here.axis, middle, false), aside, std::max(enough, below), depth + 1);
    return std::min(here.most, std::max(below, above));
  }

  struct Comparison {
    double most = kInfinity;
    double least = 0.0;  ///< roughly what refining cannot go below
    int axis = 0;        ///< to halve
  };

  // Over the cell, S is within its deviation of an affine map F: of the bilinear one within the
  // slack, and that within a quarter of the twist. Where the piece's corners are near S, they are
  // near F, and so are means of them. So |S - piece| <= 2 deviation + the most at corners; a step
  // of `aside` moves F by its slopes.
  Comparison compared(const Piece& piece, double aside) const {
    Rectangle r = around(piece);
    r = {inflated(r.u, aside), inflated(r.v, aside)};
    const SurfaceCell cell =
        cell_of(patch_.form.patch,
                {{own(r.u, patch_.u, patch_.form.u), own(r.v, patch_.v, patch_.form.v), 0.0}});
    if (cell.count != 4) return {kInfinity, 0.0, cell.flatter_axis};
    double most = 0.0, size = 0.0;
    for (const Corner& corner : piece) {
      const IntervalVec3 on_face =
          enclose(patch_.form.patch, mapped(corner.uv.x(), patch_.u, patch_.form.u),
                  mapped(corner.uv.y(), patch_.v, patch_.form.v));
      most = std::max(most, surface::longest(on_face - IntervalVec3(corner.point)));
      size = std::max(size, corner.point.norm());
    }
    const double step = aside > 0.0 ? step_of(cell, r, aside) : 0.0;
    const double flat = (aside > 0.0 ? 4.0 : 2.0) * deviation(cell);
    const double all = (most + step + flat) * (1.0 + 0x1p-40) + 1e-14 * size;  // clipping rounds
    return {all, most + step, cell.flatter_axis};
  }

  static double step_of(const SurfaceCell& cell, const Rectangle& r, double aside) {
    const auto& c = cell.corners;
    const double along_u = std::max((c[1] - c[0]).norm(), (c[3] - c[2]).norm());
    const double along_v = std::max((c[2] - c[0]).norm(), (c[3] - c[1]).norm());
    return aside * (along_u / r.u.width() + along_v / r.v.width());
  }

  static Interval own(const Interval& x, const Interval& from, const Interval& to) {
    return {mapped(x.lo, from, to), mapped(x.hi, from, to)};
  }

  const CadPatch& patch_;
  double enough_;
};

class FaceCheck {
 public:
  FaceCheck(const CadFace& face, const FaceTriangles& mesh, double target)
      : face_(face), mesh_(mesh), target_(target) {}

  FaceProof run() {
    FaceProof proof;
    proof.unproved = fault();
    if (!proof.unproved.empty()) {
      proof.deviation = kInfinity;
      return proof;
    }
    for (const Triangle& triangle : mesh_.triangles) see(triangle);
    for (const BoundaryChord& chord : mesh_.chords) see(chord);
    proof.deviation = most_;
    return proof;
  }

 private:
  using Side = std::pair<std::uint32_t, std::uint32_t>;

  // Triangles that all turn one way and whose free sides are the chords cover what the chords
  // enclose, and nothing else.
  std::string fault() {
    int turns = 0;
    for (std::uint32_t k = 0; k < mesh_.triangles.size(); ++k) {
      const Triangle& t = mesh_.triangles[k];
      const int turn = orientation_along(2, mesh_.uv[t[0]], mesh_.uv[t[1]], mesh_.uv[t[2]]);
      if (turn * turns < 0) return "its triangles overlap in the plane of parameters";
      if (turn != 0) turns = turn;
      for (std::size_t i = 0; i < 3; ++i) {
        if (!sides_.emplace(Side{t[i], t[(i + 1) % 3]}, k).second) {
          return "two of its triangles have the same side";
        }
      }
    }
    std::size_t free = 0;
    for (const auto& [side, triangle] : sides_) free += !sides_.count({side.second, side.first});
    for (const BoundaryChord& chord : mesh_.chords) {
      if (triangle_at(chord) == kNone) return "an edge is not a side of its triangles";
    }
    return free == mesh_.chords.size() ? "" : "its triangles end beside its edges";
  }

  std::uint32_t triangle_at(const BoundaryChord& chord) const {
    const auto one = sides_.find({chord.from, chord.to}),
               other = sides_.find({chord.to, chord.from});
    if ((one == sides_.end()) == (other == sides_.end())) return kNone;
    return one != sides_.end() ? one->second : other->second;
  }

  // The largest deviation of all pieces counts, so this one needs no closer bound than what was
  // seen so far.
  void see_piece(const Piece& piece, double aside) {
    for (const CadPatch& patch : face_.patches) {
      most_ = std::max(most_, PatchCheck(patch, std::max(target_, most_)).over(piece, aside));
    }
  }

  Corner corner(std::uint32_t vertex) const { return {mesh_.uv[vertex], mesh_.points[vertex]}; }

  void see(const Triangle& t) {
    const auto is_pole = [&](std::uint32_t vertex) { return mesh_.poles.count(vertex) > 0; };
    const auto pole = std::find_if(t.begin(), t.end(), is_pole);
    if (pole == t.end()) return see_piece({corner(t[0]), corner(t[1]), corner(t[2])}, 0.0);
    Piece others;
    for (std::size_t k = 1; k < 3; ++k) {
      const std::uint32_t vertex = t[(static_cast<std::size_t>(pole - t.begin()) + k) % 3];
      if (!is_pole(vertex)) others.push_back(corner(vertex));
    }
    see_piece(up_to_pole(others, *pole), 0.0);
  }

  // A pole has all values of a parameter: each of the other corners gets its own of them, so that
  // points of the face are compared with points in the same direction from the pole. What lies
  // between the triangles' other sides and the pole is covered as before.
  Piece up_to_pole(Piece others, std::uint32_t pole) const {
    const int free_axis = mesh_.poles.at(pole);
    const std::size_t count = others.size();
    for (std::size_t k = count; k-- > 0;) {
      Corner at_pole = corner(pole);
      at_pole.uv[free_axis] = others[k].uv[free_axis];
      others.push_back(at_pole);
    }
    return others;
  }

  // All between curve and chord is within the slack of the chord.
  void see(const BoundaryChord& chord) {
    see_piece({corner(chord.from), corner(chord.to)}, slack_of(chord));
  }

  // Every point of the curve is within this of the chord, and its ends of the chord's ends.
  double slack_of(const BoundaryChord& chord) const {
    const Vec3 &a = mesh_.uv[chord.from], &b = mesh_.uv[chord.to];
    double slack = 0.0;
    const auto distance = [&](const Vec3& p, const Vec3& q) {
      return surface::longest(IntervalVec3(p) - IntervalVec3(q));
    };
    const Vec3 along = b - a;
    const double length_sq = along.squaredNorm();
    const auto beside = [&](const Vec3& p) {
      const double s = length_sq > 0.0 ? std::clamp((p - a).dot(along) / length_sq, 0.0, 1.0) : 0.0;
      return distance(p, a + s * along);
    };
    for (const CurvePart& part : chord.parts) {
      const CurvePiece piece = piece_of(part.curve, part.own);
      slack = std::max(
          slack, round_up_sum(piece.slack + std::max(beside(piece.begin), beside(piece.end))));
    }
    return slack * (1.0 + 1e-12) + 1e-15 * (a.norm() + b.norm());
  }

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  const CadFace& face_;
  const FaceTriangles& mesh_;
  double target_;
  double most_ = 0.0;  ///< deviation seen so far
  std::map<Side, std::uint32_t> sides_;
};

}  // namespace

FaceProof prove_deviation(const CadFace& face, const FaceTriangles& mesh, double target) {
  return FaceCheck(face, mesh, target).run();
}

}  // namespace graze::cad
