// SPDX-License-Identifier: MIT
// Question   Which steps prove that bodies in touch never get deeper into each other?     [C10, G2]
// Source     docs/proof.md, sections 3 and 7.
// Guarantee  Every direction passes the checker's own inequality before it is written.
// Changed    One body is opened first, then the other; cells that may touch are sunk.
#include "query/prove_touch.h"

#include <algorithm>

#include "certify/face_cells.h"
#include "graze/scene/solidity.h"
#include "query/proof_directions.h"

namespace graze::query {
namespace {
using certify::Cell;
using certify::Piece;

constexpr double kThinCell = 0.125;  // of the depth: looser cells are opened before they are sunk
constexpr double kFine = 0.0625;     // of the depth: smaller cells are not opened
constexpr int kMostHalvings = 24;    // of time
constexpr int kTriesPlain = 64;      // directions that are looked for, for one part of the body
constexpr int kTriesSunk = 512;

class TouchProver {
 public:
  TouchProver(const ProofPair& pair, double distance, const ProveOptions& options,
              const std::vector<bool>& known)
      : is_a_(options.sunk == SunkBody::kA),
        body_(is_a_ ? pair.a : pair.b),
        other_(is_a_ ? pair.b : pair.a),
        pair_(pair),
        options_(options),
        known_(known),
        directions_(distance, true) {}

  bool prove(const CommonPiece& piece) {
    halves_.forget();
    piece_ = &piece;
    return settle(Piece{}, certify::make_cell(pair_, piece));
  }

  ProofSteps take() { return writer_.take(); }

 private:
  /// As it is, or sunk; else its parts.
  bool settle(const Piece& part, const Cell& cell) {
    if (writer_.size() > options_.max_half_bytes || watch_.spend()) return false;
    if (part.cell != nullptr && !known_.empty() && known_[part.index]) return true;
    if (is_apart(part, cell) || can_sink(part, cell)) return true;
    if (part.cell != nullptr && size_of(body_, part) < kFine * options_.depth) return false;
    writer_.add(opening_step(is_a_, part));
    return for_each_opened(body_, part, [&](const Piece& half) { return settle(half, cell); });
  }

  bool is_apart(const Piece& part, const Cell& cell) {
    const Vec3 middle = part.cell != nullptr ? certify::ball_of(*part.cell).centre
                                             : body_.faces->nodes()[part.index].centre;
    return options_.is_outside(*piece_, middle) && is_proved(part, cell, kTriesPlain);
  }

  /// Away from what may touch it: below the face, or at its edge also away from the edge.
  bool can_sink(const Piece& part, const Cell& cell) {
    if (part.cell == nullptr || part.cell->count != 4) return false;
    if (part.cell->slack > kThinCell * options_.depth || part.cell->doubt > 2.0 * options_.depth)
      return false;
    const SurfaceFace& face = body_.faces->surface().faces()[part.index];
    const auto& c = part.cell->corners;
    const Vec3 normal = (c[3] - c[0]).cross(c[2] - c[1]).stableNormalized();
    const Vec3 below = face.flipped ? normal : Vec3(-normal);
    const Vec3 middle = 0.25 * (c[0] + c[1] + c[2] + c[3]);
    const Vec3 inward = middle_of(part.index) - middle;
    const Vec3 aside = Vec3(inward - below * below.dot(inward)).stableNormalized();
    std::array<Vec3, 3> ways{below, below + aside, below - aside};
    if (part.cell->is_cut) std::swap(ways[0], ways[2]);
    return std::ranges::any_of(ways, [&](const Vec3& way) {
      return can_sink(part, cell, middle, way.stableNormalized());
    });
  }

  /// As far as it is known that the middle is outside.
  bool can_sink(const Piece& part, const Cell& cell, const Vec3& middle, const Vec3& way) {
    for (const double length : {2.5, 8.0}) {
      const Vec3 down = way * (length * (options_.doubt + options_.depth));
      if (options_.is_outside(*piece_, middle + down)) return is_sunk(part, cell, down);
    }
    return false;
  }

  Vec3 middle_of(std::uint32_t face) {
    const SurfaceRegion whole = whole_region(body_.faces->surface().faces()[face]);
    return certify::ball_of(*cells_.of(*body_.faces, face, whole)).centre;
  }

  bool is_sunk(Piece part, const Cell& cell, const Vec3& down) {
    const auto sunk = certify::sunk_by(down, options_.depth);
    part.sunk = &sunk;
    const std::uint64_t mark = writer_.size();
    writer_.add(ProofStep::kSink, down, 64);
    if (is_proved(part, cell, kTriesSunk)) return true;
    writer_.cut_to(mark);
    return false;
  }

  /// Against all of the other body; what was written is forgotten if it is not.
  bool is_proved(const Piece& part, const Cell& cell, int tries) {
    const std::uint64_t mark = writer_.size();
    const Vec3 last = directions_.last();
    tries_ = tries;
    if (is_proved_against(part, Piece{}, cell, 0)) return true;
    writer_.cut_to(mark);
    directions_.set_last(last);
    return false;
  }

  bool is_proved_against(const Piece& part, const Piece& other, const Cell& cell, int splits) {
    if (--tries_ < 0 || watch_.spend()) return false;
    const Piece &a = is_a_ ? part : other, &b = is_a_ ? other : part;
    if (const auto found = directions_.find(a, b, cell)) {
      directions_.write(*found, writer_);
      return true;
    }
    const bool is_bent = sag(cell, a, b, directions_.first_guess(), 1.0) >
                         std::max(options_.depth, 0.25 * size_of(other_, other));
    const bool is_small =
        part.sunk == nullptr && size_of(other_, other) < 0.5 * size_of(body_, part);
    const auto times = splits < kMostHalvings && (is_bent || is_small) ? halves_.of(cell) : nullptr;
    if (times != nullptr) {
      writer_.add(ProofStep::kSplitTime);
      return is_proved_against(part, other, times->first, splits + 1) &&
             is_proved_against(part, other, times->second, splits + 1);
    }
    if (is_small || other.is_triangle || size_of(other_, other) < kThinCell * options_.depth)
      return false;
    writer_.add(opening_step(!is_a_, other));
    return for_each_opened(other_, other, [&](const Piece& half) {
      return is_proved_against(part, half, cell, splits);
    });
  }

  template <typename Visit>
  bool for_each_opened(const ProofBody& body, const Piece& piece, const Visit& visit) {
    if (piece.cell != nullptr)
      return certify::for_each_half(cells_, *body.faces, piece, axis_of(*piece.cell), visit);
    return for_each_part(cells_, body, piece, visit);
  }

  /// Until it is flat against the depth; then across its length.
  int axis_of(const SurfaceCell& cell) const {
    return cell.slack > kFine * options_.depth ? cell.flatter_axis : cell.longer_axis;
  }

  ProofStep opening_step(bool of_a, const Piece& piece) const {
    if (piece.cell == nullptr) return of_a ? ProofStep::kOpenA : ProofStep::kOpenB;
    const ProofStep first = of_a ? ProofStep::kSplitCellA : ProofStep::kSplitCellB;
    return static_cast<ProofStep>(static_cast<int>(first) + axis_of(*piece.cell));
  }

  static double size_of(const ProofBody& body, const Piece& piece) {
    if (piece.cell != nullptr) return certify::ball_of(*piece.cell).radius;
    if (body.faces != nullptr) return body.faces->nodes()[piece.index].radius;
    return piece.is_triangle ? 0.0 : body.tree->radius(piece.index);
  }

  bool is_a_;
  const ProofBody &body_, &other_;
  const ProofPair& pair_;
  const ProveOptions& options_;
  const std::vector<bool>& known_;
  const CommonPiece* piece_ = nullptr;
  StepWriter writer_;
  certify::Halves halves_;
  certify::FaceCells cells_;
  ProofDirections directions_;
  int tries_ = 0;  ///< left for a part
  BudgetWatch watch_{options_.budget};
};
}  // namespace

std::function<bool(const CommonPiece&, const Vec3&)> outside_of(const Shape& solid,
                                                                const Shape& sunk, bool is_a_sunk) {
  return [=](const CommonPiece& piece, const Vec3& p) {
    const auto at = [&](const Shape& shape, bool is_a) {
      return placed_at(shape, false, is_a ? piece.motion_a : piece.motion_b, piece.span.lo);
    };
    const double rounding = 0x1p-40 * (p.norm() + sunk.mesh().bounds().diagonal());
    return find_inside(p, rounding, at(sunk, is_a_sunk), at(solid, !is_a_sunk)) ==
           InsideAnswer::kNo;
  };
}

std::optional<ProofSteps> prove_touch(const ProofPair& pair, const Interval& span, double distance,
                                      const ProveOptions& options, const std::vector<bool>& known) {
  TouchProver prover(pair, distance, options, known);
  for (const auto& piece : certify::proof_pieces(pair, span)) {
    if (!prover.prove(piece)) return std::nullopt;
  }
  return prover.take();
}

}  // namespace graze::query
