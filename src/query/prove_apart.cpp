// SPDX-License-Identifier: MIT
// Question   Which steps prove that two moving bodies keep apart?                              [G2]
// Source     docs/proof.md, section 7.
// Guarantee  Every direction passes the checker's own inequality before it is written.
#include <algorithm>
#include <array>
#include <cmath>

#include "certify/separation.h"
#include "graze/query/prove.h"
#include "query/separating_direction.h"
#include "query/step_writer.h"

namespace graze {
namespace query {
namespace {
using certify::Cell;
using certify::Piece;

constexpr int kMostSplits = 60;

/// A direction as it is written.
struct Written {
  ProofStep step = ProofStep::kSameDirection;
  int bits = 0;
  Vec3 direction = Vec3::Zero();
};

/// The nearest direction of three integers of that many bits.
Vec3 quantised(const Vec3& n, int bits) {
  const double largest = std::ldexp(1.0, bits - 1) - 1.0;
  const Vec3 scaled = n * (largest / n.cwiseAbs().maxCoeff());
  return {std::nearbyint(scaled.x()), std::nearbyint(scaled.y()), std::nearbyint(scaled.z())};
}

Pose pose_between(const Motion& motion, double t) { return pose_at(motion, t); }

class Prover {
 public:
  Prover(const ProofPair& pair, double distance, const ProveOptions& options)
      : pair_(pair), distance_(distance), options_(options) {}

  bool prove(const certify::CommonPiece& piece) {
    const Cell cell = certify::make_cell(pair_, piece);
    return prove(Piece{}, Piece{}, cell, 0, std::nullopt);
  }

  ProofSteps take() { return writer_.take(); }
  double failed_at() const { return failed_at_; }

 private:
  bool prove(const Piece& a, const Piece& b, const Cell& cell, int splits,
             std::optional<Written> known) {
    if (writer_.size() > options_.max_steps) return fail(cell.span.lo);
    if (!known) known = find(a, b, cell);
    if (known) return write(*known);
    const auto parts = splits < kMostSplits ? certify::halves(cell) : std::nullopt;
    if (a.is_triangle && b.is_triangle) {
      if (!parts || touches(a, b, parts->first)) return fail(cell.span.hi);
      return prove_halves(a, b, *parts, splits, {}, {});
    }
    if (parts && is_slow(a, b, cell)) {
      auto early = find(a, b, parts->first);
      auto late = find(a, b, parts->second);
      if (early || late) return prove_halves(a, b, *parts, splits, early, late);
    }
    return open(a, b, cell, splits);
  }

  bool is_slow(const Piece&, const Piece&, const Cell&) const { return true; }

  bool prove_halves(const Piece& a, const Piece& b, const std::pair<Cell, Cell>& parts, int splits,
                    const std::optional<Written>& early, const std::optional<Written>& late) {
    writer_.add(ProofStep::kSplitTime);
    return prove(a, b, parts.first, splits + 1, early) &&
           prove(a, b, parts.second, splits + 1, checked(late, a, b, parts.second));
  }

  /// "The same direction" may be another one by the time it is written.
  std::optional<Written> checked(const std::optional<Written>& known, const Piece& a,
                                 const Piece& b, const Cell& cell) const {
    if (!known || known->step != ProofStep::kSameDirection) return known;
    if (separation(cell, a, b, last_, distance_) > 0.0) return known;
    return std::nullopt;
  }

  /// The larger piece.
  bool open(const Piece& a, const Piece& b, const Cell& cell, int splits) {
    const bool first = b.is_triangle || (!a.is_triangle && radius(pair_.a, a) >= radius(pair_.b, b));
    writer_.add(first ? ProofStep::kOpenA : ProofStep::kOpenB);
    return certify::for_each_part(
        first ? pair_.a : pair_.b, first ? a : b, [&](const Piece& part) {
          return prove(first ? part : a, first ? b : part, cell, splits, std::nullopt);
        });
  }

  static double radius(const ProofBody& body, const Piece& piece) {
    return body.tree->radius(piece.index);
  }

  bool touches(const Piece& a, const Piece& b, const Cell& early) const {
    return query::triangle_gap(early, a, b, {early.a.end.pose, early.b.end.pose}) <= distance_ ||
           query::triangle_gap(early, a, b, {early.a.begin.pose, early.b.begin.pose}) <= distance_;
  }

  bool fail(double t) {
    failed_at_ = t;
    return false;
  }

  bool write(const Written& found) {
    if (found.step == ProofStep::kSameDirection) {
      writer_.add(found.step);
    } else {
      writer_.add(found.step, found.direction, found.bits);
      last_ = found.direction;
    }
    return true;
  }

  std::optional<Written> find(const Piece& a, const Piece& b, const Cell& cell);
  std::optional<Written> shortest(const Piece& a, const Piece& b, const Cell& cell, const Vec3& n);

  const ProofPair& pair_;
  double distance_;
  ProveOptions options_;
  StepWriter writer_;
  Vec3 last_ = Vec3::Zero();
  double failed_at_ = 0.0;
  std::vector<Vec3> guesses_;
};

std::optional<Written> Prover::shortest(const Piece& a, const Piece& b, const Cell& cell,
                                        const Vec3& n) {
  static constexpr std::array kWidths{std::pair{ProofStep::kDirection4, 4},
                                      std::pair{ProofStep::kDirection8, 8},
                                      std::pair{ProofStep::kDirection16, 16},
                                      std::pair{ProofStep::kDirection32, 32}};
  for (const auto& [step, bits] : kWidths) {
    const Vec3 rounded = quantised(n, bits);
    if (separation(cell, a, b, rounded, distance_) > 0.0) return Written{step, bits, rounded};
  }
  if (separation(cell, a, b, n, distance_) > 0.0) return Written{ProofStep::kDirectionReal, 64, n};
  return std::nullopt;
}

std::optional<Written> Prover::find(const Piece& a, const Piece& b, const Cell& cell) {
  if (separation(cell, a, b, last_, distance_) > 0.0) return Written{};
  guesses_.clear();
  const double middle = cell.span.middle();
  query::guess_directions(
      cell, a, b, {pose_between(*cell.a.motion, middle), pose_between(*cell.b.motion, middle)},
      guesses_);
  double best = -kInfinity;
  const Vec3* best_direction = nullptr;
  for (const Vec3& n : guesses_) {
    const double found = separation(cell, a, b, n, distance_);
    if (found <= best) continue;
    best = found;
    best_direction = &n;
  }
  if (!(best > 0.0)) return std::nullopt;
  return shortest(a, b, cell, *best_direction);
}
}  // namespace
}  // namespace query

std::optional<ProofSteps> prove_apart(const ProofPair& pair, const Interval& span, double distance,
                                      const ProveOptions& options, double* reached) {
  query::Prover prover(pair, distance, options);
  for (const auto& piece : certify::common_pieces(pair.a.motion, pair.b.motion, span)) {
    if (prover.prove(piece)) continue;
    if (reached != nullptr) *reached = prover.failed_at();
    return std::nullopt;
  }
  return prover.take();
}

}  // namespace graze
