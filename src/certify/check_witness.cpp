// SPDX-License-Identifier: MIT
// Question   Are two points of two bodies at an instant so near that they count as touching?   [G2]
// Source     docs/proof.md, section 6.
// Guarantee  Accepted only if they are, in real numbers.
#include <algorithm>
#include <cmath>

#include "certify/separation.h"
#include "math/unit_roundoff.h"
#include "motion/defined_on.h"

namespace graze {
namespace {
using certify::length_above;

/// Exact: where 1 - max rounds, max is below one half and so is the other.
bool are_weights(const double (&w)[2]) {
  return w[0] >= 0.0 && w[1] >= 0.0 && std::min(w[0], w[1]) <= 1.0 - std::max(w[0], w[1]);
}

/// A point and how far from it the true one may be.
struct Place {
  Vec3 point;
  double error;
};

/// Two differences, products and sums on edges whose weights are at most 1 together, and the last
/// sum: 3 u |edge| + u |point|.
Place place_in_body(const TriangleMesh& mesh, std::uint32_t triangle, const double (&w)[2]) {
  const auto corners = mesh.corners(triangle);
  const Vec3 edges[2] = {corners[1] - corners[0], corners[2] - corners[0]};
  const Vec3 point = corners[0] + (w[0] * edges[0] + w[1] * edges[1]);
  const double longest = std::max(length_above(edges[0]), length_above(edges[1]));
  return {point, 4.0 * kU * longest + 2.0 * kU * length_above(point)};
}

Place place(const ProofBody& body, const Motion& motion, std::uint32_t triangle,
            const double (&w)[2], double t) {
  Place p = place_in_body(body.tree->tree().mesh(), triangle, w);
  if (body.end != nullptr) {
    const Place late = place_in_body(body.end->tree().mesh(), triangle, w);
    const double sizes = length_above(p.point) + length_above(late.point);
    const double s = certify::share_of_way(body, t);  // rounded by 4 u, the sum by 4 u more
    p = {(1.0 - s) * p.point + s * late.point, p.error + late.error + 9.0 * kU * sizes};
  }
  // Turning the point rounds by less than 6 u |p|, shifting it by u (|p| + |x|).
  const MotionState state = state_at(motion, t);
  const double size = length_above(p.point), far = length_above(state.pose.translation);
  const double of_pose = state.rotation_error * size + state.translation_error;
  return {state.pose * p.point, p.error + of_pose + kU * (7.0 * size + far)};
}

/// >= the distance of the two points under the motions and forms of a part of time.
double distance_above(const ContactWitness& w, const ProofPair& pair, const CommonPiece& part) {
  const ProofPair bodies = certify::between_frames(pair, part.span);
  const Place p = place(bodies.a, part.motion_a, w.triangles[0], w.weights_a, w.time);
  const Place q = place(bodies.b, part.motion_b, w.triangles[1], w.weights_b, w.time);
  return (length_above(q.point - p.point) + p.error + q.error) * (1.0 + 32.0 * kU);
}

/// The motions' formulas just before t: another pose or form than at t if a body jumps there.
double distance_before(const ContactWitness& w, const ProofPair& pair) {
  const Interval around{std::nextafter(w.time, -kInfinity), w.time};
  if (!is_defined_on(pair.a.motion, around) || !is_defined_on(pair.b.motion, around))
    return kInfinity;
  return distance_above(w, pair, certify::proof_pieces(pair, around)[0]);
}

Verdict refused(const char* reason) { return {false, "witness", reason, 0, 0}; }
}  // namespace

double witness_distance(const ContactWitness& witness, const ProofPair& pair) {
  const CommonPiece then{pair.a.motion, pair.b.motion, witness.time};
  return std::min(distance_above(witness, pair, then), distance_before(witness, pair));
}

Verdict check_witness(const ContactWitness& witness, const ProofPair& pair, double limit) {
  if (!are_weights(witness.weights_a) || !are_weights(witness.weights_b))
    return refused("weights are not those of a point in a triangle");
  if (!std::isfinite(witness.time)) return refused("no time");
  for (const ProofBody* body : {&pair.a, &pair.b}) {
    const std::size_t triangles = body->tree->tree().mesh().triangles().size();
    if (witness.triangles[body == &pair.b] >= triangles) return refused("no such triangle");
    if (!is_defined_on(body->motion, witness.time))
      return refused("a body is asked beyond its motion");
  }
  if (!(witness.distance <= limit)) return refused("farther apart than the tolerance: no contact");
  if (!(witness_distance(witness, pair) <= witness.distance))
    return refused("the points are farther apart");
  return {true, {}, {}, 0, 1};
}

}  // namespace graze
