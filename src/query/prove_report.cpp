// SPDX-License-Identifier: MIT
// Question   How is a report about a pair proved?                                              [G2]
// Source     docs/proof.md, sections 6 and 7.
// Guarantee  None needed: the checker decides.
#include <algorithm>
#include <cmath>

#include "certify/separation.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/query/prove.h"

namespace graze {
namespace {
/// No point of the body is faster near the end of the span.
double speed_of(const ProofBody& body, const Motion& motion, const Interval& span) {
  if (body.end != nullptr)
    return (body.tree->extent() + body.end->extent()) / (body.times.hi - body.times.lo);
  const double extent = body.faces != nullptr ? body.faces->extent() : body.tree->extent();
  const MotionBounds bounds = bounds_over(motion, span);
  return bounds.speed + bounds.angular_speed * (extent + bounds.reference.norm());
}

/// Seconds that the bodies need to come nearer by `length`, before the end of the span.
double time_for(const ProofPair& pair, const Interval& span, double length) {
  double speed = 1e-300;
  for (const auto& piece : certify::proof_pieces(pair, span)) {
    if (piece.span.is_point()) continue;  // after a jump
    const ProofPair bodies = certify::between_frames(pair, piece.span);
    speed = speed_of(bodies.a, piece.motion_a, piece.span) +
            speed_of(bodies.b, piece.motion_b, piece.span);
  }
  return length / speed;
}

struct Weights {
  double of_1 = 0.0, of_2 = 0.0;  ///< of corners 1 and 2

  Vec3 point(const Corners& c) const { return c[0] + of_1 * (c[1] - c[0]) + of_2 * (c[2] - c[0]); }
  /// Moved into the triangle, far enough that rounding does not lead out again.
  Weights inside() const {
    const double one = std::clamp(of_1, 0.0, 1.0), two = std::clamp(of_2, 0.0, 1.0 - one);
    const double shrink = one > 0.0 && two > 0.0 && one + two > 1.0 - 0x1p-50 ? 1.0 - 0x1p-49 : 1.0;
    return {one * shrink, two * shrink};
  }
};

/// Where the edge from corner k comes nearest to p.
Weights on_edge(const Corners& c, std::size_t k, const Vec3& p) {
  const Vec3 edge = c[(k + 1) % 3] - c[k];
  const double length_sq = edge.squaredNorm();
  const double s = length_sq > 0.0 ? std::clamp((p - c[k]).dot(edge) / length_sq, 0.0, 1.0) : 0.0;
  if (k == 0) return {s, 0.0};
  return k == 1 ? Weights{1.0 - s, s} : Weights{0.0, 1.0 - s};
}

Weights on_face(const Corners& c, const Vec3& p) {
  const Vec3 u = c[1] - c[0], v = c[2] - c[0], w = p - c[0];
  const Vec3 normal = u.cross(v);
  const double area_sq = normal.squaredNorm();
  if (!(area_sq > 0.0)) return {};
  return {w.cross(v).dot(normal) / area_sq, u.cross(w).dot(normal) / area_sq};
}

/// The face's solution is poor for slivers, where an edge does as well.
void set_weights(const Corners& corners, const Vec3& p, double (&weights)[2]) {
  Weights best = on_face(corners, p).inside();
  for (std::size_t k = 0; k < 3; ++k) {
    const Weights other = on_edge(corners, k, p).inside();
    if (!((best.point(corners) - p).norm() <= (other.point(corners) - p).norm())) best = other;
  }
  weights[0] = best.of_1;
  weights[1] = best.of_2;
}

Corners placed(const ProofBody& body, const Motion& motion, std::uint32_t triangle, double t) {
  Corners corners = body.tree->tree().mesh().corners(triangle);
  if (body.end != nullptr) {
    const Corners late = body.end->tree().mesh().corners(triangle);
    const double s = certify::share_of_way(body, t);
    for (std::size_t k = 0; k < 3; ++k) corners[k] = (1.0 - s) * corners[k] + s * late[k];
  }
  const Pose pose = pose_at(motion, t);
  for (Vec3& corner : corners) corner = pose * corner;
  return corners;
}

/// With the poses and forms that the part has at the witness's time.
ContactWitness witness_of(const ProofPair& pair, const CommonPiece& part, ContactWitness witness) {
  const ProofPair bodies = certify::between_frames(pair, part.span);
  const Corners corners_a = placed(bodies.a, part.motion_a, witness.triangles[0], witness.time);
  const Corners corners_b = placed(bodies.b, part.motion_b, witness.triangles[1], witness.time);
  const TriangleDistance nearest = triangle_distance(corners_a, corners_b);
  set_weights(corners_a, nearest.point_a, witness.weights_a);
  set_weights(corners_b, nearest.point_b, witness.weights_b);
  witness.distance = witness_distance(witness, pair);
  return witness;
}
}  // namespace

ProofBody proof_body(const LinearMesh& mesh) {
  const ObbTree begin = build_obb_tree(mesh.mesh);
  const auto vertices = mesh.mesh.vertices();
  Deformation deformation({{0.0, {vertices.begin(), vertices.end()}}, {1.0, mesh.end}});
  return {std::make_shared<const CheckedTree>(begin), Motion(),
          std::make_shared<const CheckedFrames>(begin, std::move(deformation))};
}

ContactWitness find_witness(const ProofPair& pair, TriangleId a, TriangleId b, double t) {
  const ContactWitness start{.time = t, .distance = 0.0, .triangles = {a.value, b.value}};
  const ContactWitness at = witness_of(pair, {pair.a.motion, pair.b.motion, t}, start);
  const double before = std::nextafter(t, -kInfinity);
  if (before < pair.a.motion.domain().lo || before < pair.b.motion.domain().lo) return at;
  const auto pieces = certify::proof_pieces(pair, {before, t});
  if (pieces.size() == 1) return at;
  const ContactWitness limit = witness_of(pair, pieces[0], start);
  return limit.distance < at.distance ? limit : at;
}

namespace {
/// The end, or the instant before it if the bodies jump then: one may be inside the other.
double before_jump(const ProofPair& pair, const Interval& span) {
  const double before = std::nextafter(span.hi, -kInfinity);
  if (before < span.lo) return span.hi;
  const Interval end{before, span.hi};
  const auto form_jumps = [&](const ProofBody& body) {
    return body.frames != nullptr && !body.frames->deformation().jumps_within(end).empty();
  };
  const bool jumps = form_jumps(pair.a) || form_jumps(pair.b) ||
                     !pieces_after_jumps(pair.a.motion, pair.b.motion, end).empty();
  return jumps ? before : span.hi;
}

/// How near the triangles of the witness are at another time.
double gap_at(const ProofPair& pair, const ContactWitness& witness, double t) {
  const ProofPair then = certify::between_frames(pair, t);
  return triangle_distance(placed(then.a, then.a.motion, witness.triangles[0], t),
                           placed(then.b, then.b.motion, witness.triangles[1], t))
      .distance();
}

/// Tries ends of the claim, ever earlier, as long as no more than the tolerance is given away.
class EarlierEnds {
 public:
  EarlierEnds(const ProofPair& pair, const PairProof& proof, const ContactReport& report)
      : pair_(pair),
        proof_(proof),
        tolerance_(report.tolerance),
        latest_(proof.span.hi),
        back_(time_for(pair, proof.span, report.tolerance) / 64.0) {}

  /// Nothing if there is none.
  std::optional<double> next() {
    double end = std::nextafter(latest_, -kInfinity);  // before a jump
    if (tries_++ > 0) {
      end = latest_ - back_;
      back_ *= 4.0;
    }
    if (end < proof_.span.lo || tries_ > 40 || !is_near(end)) return std::nullopt;
    return end;
  }

 private:
  /// The bodies were as far apart as the bound of their speed allows (4 tries), or less.
  bool is_near(double end) const {
    if (tries_ <= 5 || !proof_.witness) return tries_ <= 5;
    return gap_at(pair_, *proof_.witness, end) <= proof_.distance + 2.0 * tolerance_;
  }

  const ProofPair& pair_;
  const PairProof& proof_;
  double tolerance_, latest_, back_;
  int tries_ = 0;
};
}  // namespace

std::optional<PairProof> prove_report(const ProofPair& pair, const ContactReport& report,
                                      const Interval& span, double distance,
                                      const ProveOptions& wanted) {
  ProveOptions options = wanted;
  const BudgetWatch watch(options.budget);
  if (report.outcome == Outcome::kOverlapAtStart) return std::nullopt;
  const bool in_touch = options.sunk != SunkBody::kNone;
  if (in_touch != (report.start == StartState::kTouching)) return std::nullopt;
  if (in_touch && !(span.lo < report.time.lo || report.outcome == Outcome::kSeparated))
    return std::nullopt;
  PairProof proof;
  proof.shapes = options.shapes;
  proof.distance = distance;
  proof.sunk = options.sunk;
  proof.depth = in_touch ? options.depth : 0.0;
  const bool apart = report.outcome == Outcome::kSeparated;
  proof.span = {span.lo, apart ? span.hi : report.time.lo};
  const bool has_triangles = options.shapes != ProofShapes::kFaces;
  if (report.outcome == Outcome::kContact && !report.contacts.empty() && has_triangles) {
    const Contact& first = report.contacts.front();
    const ContactWitness witness =
        find_witness(pair, first.feature_a.triangle, first.feature_b.triangle, report.time.hi);
    // A solid inside another touches without two surfaces that are near: no witness.
    if (witness.distance <= round_up(distance + report.tolerance)) proof.witness = witness;
  }
  if (report.outcome == Outcome::kContact) proof.span.hi = before_jump(pair, proof.span);
  EarlierEnds ends(pair, proof, report);
  while (true) {
    auto steps = prove_apart(pair, proof.span, distance, options);
    if (steps) {
      proof.steps = std::move(*steps);
      return proof;
    }
    const auto end = apart ? std::nullopt : ends.next();
    if (!end) return std::nullopt;
    proof.span.hi = *end;
    options.budget.max_seconds = wanted.budget.max_seconds - watch.elapsed_seconds();
  }
}

}  // namespace graze
