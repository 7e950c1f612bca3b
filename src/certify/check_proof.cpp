// SPDX-License-Identifier: MIT
// Question   Do these steps prove that two bodies keep apart?                                  [G2]
// Source     docs/proof.md, sections 1 and 5.
// Guarantee  Accepted only if the claim is true. A step replaces a statement by ones that imply it
//            or proves it by the inequality of separation.h; nothing is searched.
#include "graze/certify/check_proof.h"

#include <algorithm>

#include "certify/face_cells.h"
#include "certify/step_reader.h"
#include "motion/defined_on.h"

namespace graze {
namespace {
using certify::Cell;
using certify::Piece;

constexpr int kMostTimeSplits = 64;
constexpr int kMostCellSplits = 192;  // of both bodies: what bounds the depth of statements

using Pieces = std::vector<CommonPiece>;

/// The poses that both motions have at t are those of one of the pieces that touch t.
bool holds_at(const ProofPair& pair, const Pieces& pieces, double t) {
  const auto same = [t](const Motion& whole, const Motion& part) {
    const Pose x = state_at(whole, t).pose, y = state_at(part, t).pose;
    return x.rotation == y.rotation && x.translation == y.translation;
  };
  auto piece = std::ranges::partition_point(pieces, [t](const auto& p) { return p.span.hi < t; });
  for (; piece != pieces.end() && piece->span.lo <= t; ++piece) {
    if (same(pair.a.motion, piece->motion_a) && same(pair.b.motion, piece->motion_b)) return true;
  }
  return false;
}

/// The pieces follow one another from end to end of the span, and what holds at the times where
/// they meet is in one of them: no pose that a jump leads to is left out.
bool covers_every_instant(const ProofPair& pair, const Pieces& pieces, const Interval& span) {
  double until = span.lo;
  if (!holds_at(pair, pieces, until)) return false;
  for (const CommonPiece& piece : pieces) {
    if (piece.span.lo != until) return false;
    until = piece.span.hi;
    if (!holds_at(pair, pieces, until)) return false;
  }
  return until == span.hi;
}

bool is_same_structure(const ObbTree& a, const ObbTree& b) {
  const auto same = [](const ObbNode& x, const ObbNode& y) {
    return x.first == y.first && x.count == y.count;
  };
  return std::ranges::equal(a.nodes(), b.nodes(), same) && std::ranges::equal(a.order(), b.order());
}

/// What is said of a node or triangle at one frame is said of the same one at the next.
bool is_one_mesh(const ProofBody& body) {
  return body.end == nullptr || is_same_structure(body.tree->tree(), body.end->tree());
}

class ProofWalk {
 public:
  ProofWalk(const PairProof& proof, const ProofPair& pair, const certify::SeparationTest& test)
      : proof_(proof), pair_(pair), test_(test), reader_(proof.steps) {}

  Verdict run() {
    verdict_.accepted = check_all();
    if (verdict_.accepted && !reader_.is_at_end()) verdict_.accepted = refuse("steps left over");
    return verdict_;
  }

 private:
  bool check_all() {
    const auto pieces = certify::proof_pieces(pair_, proof_.span);
    if (!covers_every_instant(pair_, pieces, proof_.span))
      return refuse("the motions' pieces leave out an instant of the span");
    for (const CommonPiece& piece : pieces) {
      halves_.forget();
      piece_ = static_cast<std::size_t>(&piece - pieces.data());
      bodies_ = certify::between_frames(pair_, piece.span);
      if (!is_one_mesh(bodies_.a) || !is_one_mesh(bodies_.b)) return refuse("two different meshes");
      if (!check(Piece{}, Piece{}, certify::make_cell(bodies_, piece), {})) return false;
    }
    return true;
  }

  /// How often time and cells were split on the way to a statement.
  struct Splits {
    int time = 0, cells = 0;
    bool settled = false;  ///< the sunk body's piece is not opened any more
  };

  /// The statement: these pieces keep apart during the cell. Depth is bounded by those of the
  /// trees, kMostTimeSplits and kMostCellSplits.
  bool check(const Piece& a, const Piece& b, const Cell& cell, Splits splits) {
    const auto step = reader_.step();
    if (!step) return refuse("the steps end too early");
    ++verdict_.steps;
    if (proof_.sunk != SunkBody::kNone) {
      const bool opens = opens_sunk(*step);
      if (opens && splits.settled) return refuse("a settled part of the sunk body is opened");
      if (*step == ProofStep::kSink) return sink(a, b, cell, splits);
      if (!opens && !splits.settled) note_outside(proof_.sunk == SunkBody::kA ? a : b);
      splits.settled = !opens;
    }
    switch (*step) {
      case ProofStep::kSplitTime:
        return check_halves(a, b, cell, splits);
      case ProofStep::kOpenA:
        return open(bodies_.a, a, [&](const Piece& part) { return check(part, b, cell, splits); });
      case ProofStep::kOpenB:
        return open(bodies_.b, b, [&](const Piece& part) { return check(a, part, cell, splits); });
      default:
        if (*step >= ProofStep::kSplitCellA) return split_cell(*step, a, b, cell, splits);
        return check_direction(*step, a, b, cell);
    }
  }

  bool opens_sunk(ProofStep step) const {
    const bool is_a = proof_.sunk == SunkBody::kA;
    const auto first = is_a ? ProofStep::kSplitCellA : ProofStep::kSplitCellB;
    const auto after = is_a ? ProofStep::kSplitCellB : ProofStep::kSink;
    return step == (is_a ? ProofStep::kOpenA : ProofStep::kOpenB) ||
           (step >= first && step < after);
  }

  const ProofBody& sunk_body() const { return proof_.sunk == SunkBody::kA ? pair_.a : pair_.b; }

  /// The inequalities treat a settled part as convex and prove it apart from the whole other body
  /// during the piece of time. So its middle stands for all of it.
  void note_outside(const Piece& part) {
    const CheckedFaces& faces = *sunk_body().faces;
    const Vec3 middle = part.cell != nullptr ? certify::ball_of(*part.cell).centre
                                             : faces.nodes()[part.index].centre;
    const Vec3 below = part.sunk != nullptr ? (*part.sunk)[1] : Vec3(Vec3::Zero());
    verdict_.outside.push_back({piece_, middle + below, 0x1p-48 * faces.extent()});
  }

  /// The whole of the other body and of the piece of time follow: nothing was opened but the part.
  bool sink(const Piece& a, const Piece& b, const Cell& cell, Splits splits) {
    const bool is_a = proof_.sunk == SunkBody::kA;
    Piece part = is_a ? a : b;
    if (part.cell == nullptr || splits.settled)
      return refuse("something that is not a cell is sunk");
    const auto way = reader_.direction(ProofStep::kDirectionReal);
    if (!way) return refuse("no vector after a step that sinks");
    const auto sunk = certify::sunk_by(*way, proof_.depth);
    part.sunk = &sunk;
    note_outside(part);
    splits.settled = true;
    return check(is_a ? part : a, is_a ? b : part, cell, splits);
  }

  template <typename Check>
  bool open(const ProofBody& body, const Piece& piece, const Check& check_part) {
    const bool is_closed = piece.is_triangle || piece.cell != nullptr;
    if (is_closed || proof_.shapes == ProofShapes::kConvexHulls)
      return refuse("a triangle, a cell or a hull is opened");
    return certify::for_each_part(cells_, body, piece, check_part);
  }

  bool check_halves(const Piece& a, const Piece& b, const Cell& cell, Splits splits) {
    if (splits.time++ == kMostTimeSplits) return refuse("time is split too often");
    const auto parts = halves_.of(cell);
    if (parts == nullptr) return refuse("an instant is split");
    return check(a, b, parts->first, splits) && check(a, b, parts->second, splits);
  }

  /// The halves are made here, by the formulas of the face.
  bool split_cell(ProofStep step, const Piece& a, const Piece& b, const Cell& cell, Splits splits) {
    const bool of_a = step < ProofStep::kSplitCellB;
    const int axis = static_cast<int>(step) -
                     static_cast<int>(of_a ? ProofStep::kSplitCellA : ProofStep::kSplitCellB);
    const Piece& piece = of_a ? a : b;
    if (piece.cell == nullptr || axis > 2) return refuse("something that is not a cell is split");
    if (splits.cells++ == kMostCellSplits) return refuse("a cell is split too often");
    const ProofBody& body = of_a ? bodies_.a : bodies_.b;
    return certify::for_each_half(cells_, *body.faces, piece, axis, [&](const Piece& half) {
      return check(of_a ? half : a, of_a ? b : half, cell, splits);
    });
  }

  bool check_direction(ProofStep step, const Piece& a, const Piece& b, const Cell& cell) {
    if (step != ProofStep::kSameDirection) {
      const auto direction = reader_.direction(step);
      if (!direction) return refuse("no step, or no direction after it");
      direction_ = *direction;
    }
    ++verdict_.directions;
    return test_(cell, a, b, direction_) || refuse("the direction does not separate the pieces");
  }

  /// The first refusal is the one that is reported.
  bool refuse(const char* reason) {
    if (!verdict_.reason.empty()) return false;
    verdict_.place = "half byte " + std::to_string(reader_.position());
    verdict_.reason = reason;
    return false;
  }

  const PairProof& proof_;
  const ProofPair& pair_;
  ProofPair bodies_;  ///< during the part of time that is looked at
  const certify::SeparationTest& test_;
  certify::StepReader reader_;
  certify::Halves halves_;
  certify::FaceCells cells_;
  Vec3 direction_ = Vec3::Zero();
  std::size_t piece_ = 0;
  Verdict verdict_;
};

/// What is wrong with a claim about bodies in touch.
const char* objection(const PairProof& proof, const ProofPair& pair) {
  if (proof.sunk == SunkBody::kNone) return proof.depth == 0.0 ? nullptr : "a depth of no body";
  if (!(proof.depth > 0.0 && proof.depth < kInfinity)) return "no depth";
  const ProofBody& body = proof.sunk == SunkBody::kA ? pair.a : pair.b;
  return body.faces != nullptr && proof.shapes == ProofShapes::kFaces
             ? nullptr
             : "a body without curved faces is sunk";
}

/// What is wrong with the body as such; nothing if it may be reasoned about.
const char* objection(const ProofBody& body, const PairProof& proof) {
  if (body.tree == nullptr && body.faces == nullptr) return "a body has no tree";
  if (body.faces != nullptr && proof.shapes != ProofShapes::kFaces)
    return "curved faces in a proof about triangles";
  if (!body.motion.has_bounds()) return "a motion has no derivative bounds";
  if (!is_defined_on(body.motion, proof.span)) return "a motion is asked beyond its domain";
  if (body.frames == nullptr) return nullptr;
  if (proof.shapes != ProofShapes::kDeforming)
    return "a deforming mesh in a proof about rigid ones";
  if (!body.motion.is_still()) return "a mesh deforms and moves";
  return is_same_structure(body.tree->tree(), body.frames->tree(0)->tree())
             ? nullptr
             : "two different meshes";
}

Verdict refused(const char* place, const char* reason) { return {false, place, reason, 0, 0}; }
}  // namespace

Verdict certify::walk_proof(const PairProof& proof, const ProofPair& pair,
                            const SeparationTest& test) {
  const Interval& span = proof.span;
  if (!span.is_finite() || !(span.lo <= span.hi)) return refused("claim", "no span of time");
  if (!(proof.distance >= 0.0 && proof.distance < kInfinity))
    return refused("claim", "no distance");
  if (const char* reason = objection(proof, pair)) return refused("claim", reason);
  const std::uint64_t halves = proof.steps.half_bytes;
  if (halves / 2 + halves % 2 != proof.steps.bytes.size()) return refused("steps", "wrong length");
  if (proof.shapes == ProofShapes::kDeforming && !pair.a.frames && !pair.b.frames)
    return refused("body", "no deforming mesh in a proof about one");
  for (const ProofBody* body : {&pair.a, &pair.b}) {
    if (const char* reason = objection(*body, proof)) return refused("body", reason);
    if (body->faces ? body->faces->nodes().empty() : body->tree->tree().nodes().empty())
      return {true, {}, {}, 0, 0};  // nothing touches nothing
  }
  return ProofWalk(proof, pair, test).run();
}

Verdict check_proof(const PairProof& proof, const ProofPair& pair) {
  return certify::walk_proof(proof, pair,
                             [&](const Cell& cell, const Piece& a, const Piece& b, const Vec3& n) {
                               return certify::separation(cell, a, b, n, proof.distance) > 0.0;
                             });
}

}  // namespace graze
