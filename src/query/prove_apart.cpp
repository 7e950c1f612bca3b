// SPDX-License-Identifier: MIT
// Question   Which steps prove that two moving bodies keep apart?                              [G2]
// Source     docs/proof.md, section 7.
// Guarantee  Every direction passes the checker's own inequality before it is written.
#include <algorithm>

#include "certify/face_cells.h"
#include "graze/query/prove.h"
#include "query/proof_directions.h"
#include "query/prove_touch.h"
#include "query/separating_direction.h"

namespace graze {
namespace query {
namespace {
using certify::Cell;
using certify::Passage;
using certify::Piece;

constexpr int kMostSplits = 48;  // a cell is then shorter than what rounding leaves of a gap

class Prover {
 public:
  Prover(double distance, const ProveOptions& options) : distance_(distance), options_(options) {}

  bool prove(const ProofPair& pair, const CommonPiece& piece) {
    halves_.forget();
    pair_ = certify::between_frames(pair, piece.span);
    const Cell cell = certify::make_cell(pair_, piece);
    return prove(Piece{}, Piece{}, cell, 0, std::nullopt);
  }

  ProofSteps take() { return writer_.take(); }

 private:
  bool prove(const Piece& a, const Piece& b, const Cell& cell, int splits,
             std::optional<Written> known) {
    if (writer_.size() > options_.max_half_bytes || watch_.spend()) return false;
    if (!known) known = find(a, b, cell);
    if (known) return write(*known);
    const auto parts = splits < kMostSplits ? halves_.of(cell) : nullptr;
    if (options_.shapes == ProofShapes::kConvexHulls)
      return parts && prove_halves(a, b, *parts, splits, {}, {});
    if (a.is_triangle && b.is_triangle) {
      if (parts == nullptr || touches(a, b, parts->first)) return false;
      return prove_halves(a, b, *parts, splits, {}, {});
    }
    if (!can_open(pair_.a, a) && !can_open(pair_.b, b)) return false;
    if (parts) {
      const auto early = find(a, b, parts->first);
      const auto late = find(a, b, parts->second);
      if (splits_better(a, b, cell, (early ? 1 : 0) + (late ? 1 : 0)))
        return prove_halves(a, b, *parts, splits, early, late);
    }
    return open(a, b, cell, splits);
  }

  /// Whether halves of the time are a better way on than parts of the larger piece: the way that
  /// closes more statements at once. If neither closes one, the excess of the bound decides: while
  /// it is larger than the pieces, smaller pieces are of no use.
  bool splits_better(const Piece& a, const Piece& b, const Cell& cell, int halves_closed) {
    if (halves_closed == 2) return true;
    if (halves_closed == 1) return parts_closed(a, b, cell) == 0;
    const Vec3 n = directions_.first_guess();
    const double excess = std::max(sag(cell, a, b, n, 1.0), deforms() ? travel(cell, a, b) : 0.0);
    return excess > radius(pair_.a, a) + radius(pair_.b, b);
  }

  bool deforms() const { return options_.shapes == ProofShapes::kDeforming; }

  /// By how much one piece moves as seen from the other.
  static double travel(const Cell& cell, const Piece& a, const Piece& b) {
    const auto way = [](const Passage& body, const Piece& piece) -> Vec3 {
      return body.end.pose * centre(*body.body, piece, body.end.t) -
             body.begin.pose * centre(*body.body, piece, body.begin.t);
    };
    return (way(cell.b, b) - way(cell.a, a)).norm();
  }

  static Vec3 centre(const ProofBody& body, const Piece& piece, double t) {
    const auto of = [&](const CheckedTree& tree) -> Vec3 {
      return piece.is_triangle ? tree.tree().mesh().corners(piece.index)[0]
                               : tree.tree().nodes()[piece.index].box.centre;
    };
    if (body.end == nullptr) return of(*body.tree);
    const double s = certify::share_of_way(body, t);
    return (1.0 - s) * of(*body.tree) + s * of(*body.end);
  }

  int parts_closed(const Piece& a, const Piece& b, const Cell& cell) {
    int closed = 0;
    for_each_smaller(a, b, [&](const Piece& part_a, const Piece& part_b) {
      closed += find(part_a, part_b, cell) ? 1 : 0;
      return true;
    });
    return closed;
  }

  /// The parts of the larger piece, each with the other piece.
  template <typename Visit>
  bool for_each_smaller(const Piece& a, const Piece& b, const Visit& visit) {
    if (opens_a(a, b))
      return for_each_opened(pair_.a, a, [&](const Piece& part) { return visit(part, b); });
    return for_each_opened(pair_.b, b, [&](const Piece& part) { return visit(a, part); });
  }

  template <typename Visit>
  bool for_each_opened(const ProofBody& body, const Piece& piece, const Visit& visit) {
    if (piece.cell != nullptr)
      return certify::for_each_half(cells_, *body.faces, piece, axis_of(*piece.cell), visit);
    return for_each_part(cells_, body, piece, visit);
  }

  /// Where the cell is loose, along what makes it flatter; else across its length.
  static int axis_of(const SurfaceCell& cell) {
    return 8.0 * cell.slack > extent(cell) ? cell.flatter_axis : cell.longer_axis;
  }

  /// Cells hardly larger than rounding count as touching if they are not proved apart.
  static bool can_open(const ProofBody& body, const Piece& piece) {
    if (piece.cell == nullptr) return !piece.is_triangle;
    return extent(*piece.cell) + piece.cell->slack > 0x1p-40 * body.faces->extent();
  }

  bool opens_a(const Piece& a, const Piece& b) const {
    if (!can_open(pair_.b, b)) return true;
    return can_open(pair_.a, a) && radius(pair_.a, a) >= radius(pair_.b, b);
  }

  bool prove_halves(const Piece& a, const Piece& b, const certify::Halves::Pair& parts, int splits,
                    const std::optional<Written>& early, const std::optional<Written>& late) {
    writer_.add(ProofStep::kSplitTime);
    return prove(a, b, parts.first, splits + 1, early) &&
           prove(a, b, parts.second, splits + 1, checked(late, a, b, parts.second));
  }

  /// "The same direction" may refer to another one by the time it is written.
  std::optional<Written> checked(const std::optional<Written>& known, const Piece& a,
                                 const Piece& b, const Cell& cell) const {
    if (!known || known->step != ProofStep::kSameDirection) return known;
    return directions_.holds_again(a, b, cell) ? known : std::nullopt;
  }

  bool open(const Piece& a, const Piece& b, const Cell& cell, int splits) {
    writer_.add(opening_step(opens_a(a, b), a, b));
    return for_each_smaller(a, b, [&](const Piece& part_a, const Piece& part_b) {
      return prove(part_a, part_b, cell, splits, std::nullopt);
    });
  }

  static ProofStep opening_step(bool of_a, const Piece& a, const Piece& b) {
    const Piece& piece = of_a ? a : b;
    if (piece.cell == nullptr) return of_a ? ProofStep::kOpenA : ProofStep::kOpenB;
    const ProofStep first = of_a ? ProofStep::kSplitCellA : ProofStep::kSplitCellB;
    return static_cast<ProofStep>(static_cast<int>(first) + axis_of(*piece.cell));
  }

  static double radius(const ProofBody& body, const Piece& piece) {
    if (piece.cell != nullptr) return certify::ball_of(*piece.cell).radius;
    if (body.faces != nullptr) return body.faces->nodes()[piece.index].radius;
    if (!piece.is_triangle) return body.tree->radius(piece.index);
    const auto corners = body.tree->tree().mesh().corners(piece.index);
    return std::max((corners[1] - corners[0]).norm(), (corners[2] - corners[0]).norm());
  }

  bool touches(const Piece& a, const Piece& b, const Cell& early) const {
    return query::triangle_gap(early, a, b, {early.a.end.pose, early.b.end.pose, early.span.hi}) <=
               distance_ ||
           query::triangle_gap(
               early, a, b, {early.a.begin.pose, early.b.begin.pose, early.span.lo}) <= distance_;
  }

  bool write(const Written& found) {
    directions_.write(found, writer_);
    return true;
  }
  std::optional<Written> find(const Piece& a, const Piece& b, const Cell& cell) {
    return directions_.find(a, b, cell);
  }

  ProofPair pair_;  ///< of the part of time that is proved
  double distance_;
  ProveOptions options_;
  StepWriter writer_;
  certify::Halves halves_;
  certify::FaceCells cells_;
  ProofDirections directions_{distance_};
  BudgetWatch watch_{options_.budget};
};
}  // namespace
}  // namespace query

std::optional<ProofSteps> prove_apart(const ProofPair& pair, const Interval& span, double distance,
                                      const ProveOptions& options) {
  if (options.sunk != SunkBody::kNone) return query::prove_touch(pair, span, distance, options);
  query::Prover prover(distance, options);
  for (const auto& piece : certify::proof_pieces(pair, span)) {
    if (!prover.prove(pair, piece)) return std::nullopt;
  }
  return prover.take();
}

}  // namespace graze
