// SPDX-License-Identifier: MIT
// Question   Do these steps prove that two bodies under rational motions keep apart?           [G2]
// Source     docs/proof.md, section 9.
// Guarantee  Not one rounding: all coordinates are quotients of polynomials with dyadic
//            coefficients, and positive Bernstein coefficients prove a polynomial positive.
#include <array>
#include <optional>

#include "certify/dyadic.h"
#include "certify/separation.h"
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
  Homogeneous u, v;  ///< 1 - s and s, times the segment's length, as forms in (t1 - t, t - t0)
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

template <typename Other>
std::optional<Along> along(const Other&, const Vec3&, const Restriction&) {
  return std::nullopt;
}

Restriction restricted(const MotionSegment& segment, const Interval& span) {
  const Dyadic lo(segment.span.lo), hi(segment.span.hi), zero(0.0), length = hi - lo;
  const Homogeneous since{Dyadic(span.lo) - lo, Dyadic(span.hi) - lo};
  const Homogeneous until{hi - Dyadic(span.lo), hi - Dyadic(span.hi)};
  switch (segment.sense) {
    case Sense::kForward:
      return {until, since};
    case Sense::kBackward:
      return {since, until};
    case Sense::kAtBegin:
      return {{length, length}, {zero, zero}};
    default:
      return {{zero, zero}, {length, length}};
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
void collect(const ProofBody& body, const Piece& piece, std::vector<Vec3>& found) {
  if (piece.is_triangle) {
    for (const Vec3& corner : body.tree->tree().mesh().corners(piece.index))
      found.push_back(corner);
    return;
  }
  certify::for_each_part(body, piece, [&](const Piece& part) {
    collect(body, part, found);
    return true;
  });
}

/// n . p times `below`, for each vertex.
std::vector<Homogeneous> places(const ProofBody& body, const Piece& piece, const Along& along) {
  std::vector<Vec3> vertices;
  collect(body, piece, vertices);
  const auto before = [](const Vec3& x, const Vec3& y) {
    return std::lexicographical_compare(x.data(), x.data() + 3, y.data(), y.data() + 3);
  };
  std::sort(vertices.begin(), vertices.end(), before);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  std::vector<Homogeneous> all;
  for (const Vec3& p : vertices) {
    Homogeneous sum = along.shift;
    for (int j = 0; j < 3; ++j) sum = sum + Dyadic(p[j]) * along.turn[std::size_t(j)];
    all.push_back(std::move(sum));
  }
  return all;
}

/// (q / below_b - p / below_a) - margin > 0 for all vertices, at all times of the span.
bool separates(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n, double margin,
               const Interval& span, int halvings) {
  const auto of_a = along(*cell.a.motion, n, span), of_b = along(*cell.b.motion, n, span);
  if (!of_a || !of_b) return false;
  bool positive = is_positive(of_a->below) && is_positive(of_b->below);
  const Homogeneous kept = Dyadic(margin) * (of_a->below * of_b->below);
  const auto in_b = places(*cell.b.body, b, *of_b);
  for (const Homogeneous& p : places(*cell.a.body, a, *of_a)) {
    const Homogeneous taken = p * of_b->below + kept;
    for (const Homogeneous& q : in_b) {
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
  return certify::walk_proof(
      proof, pair, [&](const Cell& cell, const Piece& a, const Piece& b, const Vec3& n) {
        const double margin = proof.distance == 0.0
                                  ? 0.0
                                  : round_up(round_up(n.norm() * (1.0 + 0x1p-50)) * proof.distance);
        return separates(cell, a, b, n, margin, cell.span, 0);
      });
}

}  // namespace graze
