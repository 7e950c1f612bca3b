// SPDX-License-Identifier: MIT
// Question   Do these steps prove that two bodies under rational motions keep apart?           [G2]
// Source     docs/proof.md, section 9.
// Guarantee  Not one rounding: all coordinates are quotients of polynomials with dyadic
//            coefficients, and positive Bernstein coefficients prove a polynomial positive.
#include <algorithm>
#include <array>
#include <optional>

#include "certify/dyadic.h"
#include "certify/face_cells.h"
#include "graze/motion/motion_kinds.h"

namespace graze {
namespace {
using certify::Cell;
using certify::Dyadic;
using certify::Homogeneous;
using certify::Piece;

constexpr int kMostHalvings = 12;  // of a step's interval, where coefficients are not yet positive

/// Times (t0, t1) in the homogeneous parameters (1 - s, s) of a segment.
struct Restriction {
  Homogeneous u, v;  ///< 1 - s and s, times one number, as forms in (t1 - t, t - t0)
};

/// The polynomial with the given Bernstein coefficients on the part.
Homogeneous on_part(const std::vector<double>& bernstein, const Restriction& part) {
  const std::size_t degree = bernstein.size() - 1;
  Homogeneous sum{Dyadic(bernstein[0])};
  Homogeneous v_power{Dyadic(1.0)};
  double binomial = 1.0;
  for (std::size_t i = 1; i <= degree; ++i) {  // Horner's scheme in u, with powers of v
    v_power = v_power * part.v;
    binomial = binomial * double(degree - i + 1) / double(i);
    sum = sum * part.u + Dyadic(binomial * 1.0) * (Dyadic(bernstein[i]) * v_power);
  }
  return sum;
}

/// Raised by `steps` degrees: times (u + v), which is constant.
Homogeneous raised(Homogeneous a, std::size_t steps, const Restriction& part) {
  for (std::size_t k = 0; k < steps; ++k) a = a * (part.u + part.v);
  return a;
}

/// n . p(t) = (sum over j of turn[j] p_j + shift) / below for a body point p; all of one degree.
struct Along {
  std::array<Homogeneous, 3> turn;
  Homogeneous shift, below;
};

std::optional<Along> along(const StillFormula& f, const Vec3& n, const Restriction&) {
  for (int k = 0; k < 9; ++k) {
    const double entry = f.pose.rotation(k / 3, k % 3);
    if (entry != 0.0 && entry != 1.0 && entry != -1.0) return std::nullopt;
  }
  Along result;
  Dyadic shift(0.0);
  for (int j = 0; j < 3; ++j) {
    Dyadic entry(0.0);
    for (int i = 0; i < 3; ++i) entry = entry + Dyadic(n[i]) * Dyadic(f.pose.rotation(i, j));
    result.turn[std::size_t(j)] = {entry};
    shift = shift + Dyadic(n[j]) * Dyadic(f.pose.translation[j]);
  }
  result.shift = {shift};
  result.below = {Dyadic(1.0)};
  return result;
}

/// A slide without a turn: x = (1 - s) from + s to.
std::optional<Along> slide(const Mat3& rotation, const Vec3& from, const Vec3& to, const Vec3& n,
                           const Restriction& part) {
  auto result = along(StillFormula{{rotation, from}}, n, part);
  const auto at_end = along(StillFormula{{rotation, to}}, n, part);
  if (!result) return std::nullopt;
  result->below = part.u + part.v;
  for (Homogeneous& turn : result->turn) turn = turn * result->below;
  result->shift = result->shift * part.u + at_end->shift * part.v;
  return result;
}

std::optional<Along> along(const SlerpFormula& f, const Vec3& n, const Restriction& part) {
  if (f.angle != 0.0) return std::nullopt;
  return slide(f.begin.rotation, f.begin.translation, f.end_position, n, part);
}

std::optional<Along> along(const SixParametersFormula& f, const Vec3& n, const Restriction& part) {
  if (!f.begin.rotation_vector.isZero(0.0) || !f.end.rotation_vector.isZero(0.0))
    return std::nullopt;
  return slide(Mat3::Identity(), f.begin.position, f.end.position, n, part);
}

std::optional<Along> along(const JointFormula&, const Vec3&, const Restriction&) {
  return std::nullopt;
}
std::optional<Along> along(const AcceleratedFormula&, const Vec3&, const Restriction&) {
  return std::nullopt;
}

/// Rows of the quaternion's rotation matrix times |q|^2.
std::array<std::array<Homogeneous, 3>, 3> rotation_of(const std::array<Homogeneous, 4>& q) {
  const auto& [w, x, y, z] = q;
  const Homogeneous ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const auto twice = [](const Homogeneous& a, const Homogeneous& b) {
    return Dyadic(2.0) * (a * b);
  };
  return {{{ww + xx - yy - zz, twice(x, y) - twice(w, z), twice(x, z) + twice(w, y)},
           {twice(x, y) + twice(w, z), ww - xx + yy - zz, twice(y, z) - twice(w, x)},
           {twice(x, z) - twice(w, y), twice(y, z) + twice(w, x), ww - xx - yy + zz}}};
}

std::optional<Along> along(const RationalFormula& f, const Vec3& n, const Restriction& part) {
  std::array<Homogeneous, 4> q;
  for (int k = 0; k < 4; ++k) {
    std::vector<double> c;
    for (const Quat& control : f.rotation) c.push_back(k == 0 ? control.w() : control.vec()[k - 1]);
    q[std::size_t(k)] = on_part(c, part);
  }
  Homogeneous shift(f.translation.size());
  for (int k = 0; k < 3; ++k) {
    std::vector<double> c;
    for (const Vec3& control : f.translation) c.push_back(control[k]);
    shift = shift + Dyadic(n[k]) * on_part(c, part);
  }
  const std::size_t least = f.weight.size(), most = std::max(least, f.translation.size());
  const Homogeneous weight = raised(on_part(f.weight, part), most - least, part);
  shift = raised(shift, most - f.translation.size(), part);
  const auto rotation = rotation_of(q);
  const Homogeneous norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  Along result;
  for (std::size_t j = 0; j < 3; ++j) {
    Homogeneous turned(norm.size());
    for (std::size_t i = 0; i < 3; ++i) turned = turned + Dyadic(n[int(i)]) * rotation[i][j];
    result.turn[j] = turned * weight;
  }
  result.shift = shift * norm;
  result.below = norm * weight;
  return result;
}

std::optional<Along> along(const ScrewFormula&, const Vec3&, const Restriction&) {
  return std::nullopt;
}

Restriction restricted(const MotionSegment& segment, const Interval& span) {
  const Dyadic lo(segment.span.lo), hi(segment.span.hi), zero(0.0), one(1.0);
  const Homogeneous since{Dyadic(span.lo) - lo, Dyadic(span.hi) - lo};
  const Homogeneous until{hi - Dyadic(span.lo), hi - Dyadic(span.hi)};
  switch (segment.sense) {
    case Sense::kForward:
      return {until, since};
    case Sense::kBackward:
      return {since, until};
    case Sense::kAtBegin:
      return {{one, one}, {zero, zero}};  // a held pose may last only for an instant
    default:
      return {{zero, zero}, {one, one}};
  }
}

std::optional<Along> along(const Motion& motion, const Vec3& n, const Interval& span) {
  const MotionDescription description = describe(motion);
  const auto* track = std::get_if<TrackDescription>(&description);
  if (track == nullptr || track->segments.size() != 1) return std::nullopt;
  const MotionSegment& segment = track->segments[0];
  const Restriction part = restricted(segment, span);
  return std::visit([&](const auto& f) { return along(f, n, part); }, segment.formula);
}

/// Vertices of all triangles of a piece.
void collect(const ProofBody& body, const Piece& piece, std::vector<std::uint32_t>& found) {
  if (piece.is_triangle) {
    for (const std::uint32_t v : body.tree->tree().mesh().triangles()[piece.index])
      found.push_back(v);
    return;
  }
  certify::for_each_part_of_tree(body.tree->tree(), piece, [&](const Piece& part) {
    collect(body, part, found);
    return true;
  });
}

/// The sum over j of turn[j] p_j + shift. Linear: point and shift times a number give the result
/// times it.
Homogeneous place(const Along& along, const std::array<Dyadic, 3>& p, const Dyadic& times) {
  Homogeneous sum = times * along.shift;
  for (std::size_t j = 0; j < 3; ++j) sum = sum + p[j] * along.turn[j];
  return sum;
}

/// Where the vertex of a deforming body is at time t, times the time from frame to frame.
std::array<Dyadic, 3> vertex_at(const ProofBody& body, std::uint32_t v, double t) {
  const Vec3& begin = body.tree->tree().mesh().vertices()[v];
  const Vec3& end = body.end->tree().mesh().vertices()[v];
  std::array<Dyadic, 3> p;
  for (int j = 0; j < 3; ++j) {
    p[std::size_t(j)] = (Dyadic(body.times.hi) - Dyadic(t)) * Dyadic(begin[j]) +
                        (Dyadic(t) - Dyadic(body.times.lo)) * Dyadic(end[j]);
  }
  return p;
}

/// n . p = values[v] / below for the vertices of a piece.
struct Places {
  std::vector<Homogeneous> values;
  Homogeneous below;
};

/// A body that deforms stands still: n . p(t) (e - s) = n . p(s) (e - t) + n . p(e) (t - s), where
/// e - s = (e - t) + (t - s) is the form {1, 1}; both sides times the time from frame to frame.
std::optional<Places> places(const ProofBody& body, const Motion& motion, const Piece& piece,
                             const Vec3& n, const Interval& span) {
  const auto along_n = along(motion, n, span);
  if (!along_n || (body.end != nullptr && along_n->below.size() != 1)) return std::nullopt;
  std::vector<std::uint32_t> vertices;
  collect(body, piece, vertices);
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  const Dyadic one(1.0), width = Dyadic(body.times.hi) - Dyadic(body.times.lo);
  Places all{{}, body.end == nullptr ? along_n->below : Homogeneous{width, width}};
  for (const std::uint32_t v : vertices) {
    if (body.end == nullptr) {
      const Vec3& p = body.tree->tree().mesh().vertices()[v];
      all.values.push_back(place(*along_n, {p.x(), p.y(), p.z()}, one));
    } else {
      all.values.push_back({place(*along_n, vertex_at(body, v, span.lo), width)[0],
                            place(*along_n, vertex_at(body, v, span.hi), width)[0]});
    }
  }
  return all;
}

/// (q / below_b - p / below_a) - margin > 0 for all vertices, at all times of the span.
bool separates(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n, double margin,
               const Interval& span, int halvings) {
  const auto of_a = places(*cell.a.body, *cell.a.motion, a, n, span);
  const auto of_b = places(*cell.b.body, *cell.b.motion, b, n, span);
  if (!of_a || !of_b) return false;
  bool positive = is_positive(of_a->below) && is_positive(of_b->below);
  const Homogeneous kept = Dyadic(margin) * (of_a->below * of_b->below);
  for (const Homogeneous& p : of_a->values) {
    const Homogeneous taken = p * of_b->below + kept;
    for (const Homogeneous& q : of_b->values) {
      positive = positive && is_positive(q * of_a->below - taken);
      if (!positive) break;
    }
    if (!positive) break;
  }
  const double middle = span.middle();
  if (positive || halvings == kMostHalvings || !(span.lo < middle && middle < span.hi))
    return positive;
  return separates(cell, a, b, n, margin, {span.lo, middle}, halvings + 1) &&
         separates(cell, a, b, n, margin, {middle, span.hi}, halvings + 1);
}
}  // namespace

Verdict check_proof_exactly(const PairProof& proof, const ProofPair& pair) {
  if (proof.shapes == ProofShapes::kFaces)
    return {false, "claim", "curved faces are not checked without rounding", 0, 0};
  return certify::walk_proof(
      proof, pair, [&](const Cell& cell, const Piece& a, const Piece& b, const Vec3& n) {
        const double margin = proof.distance == 0.0
                                  ? 0.0
                                  : round_up(round_up(n.norm() * (1.0 + 0x1p-50)) * proof.distance);
        return separates(cell, a, b, n, margin, cell.span, 0);
      });
}

}  // namespace graze
