// SPDX-License-Identifier: MIT
// The one inequality that proofs are made of.                                                 [G2]
#pragma once
#include <array>
#include <functional>
#include <memory>

#include "graze/certify/check_proof.h"
#include "graze/motion/common_pieces.h"

namespace graze::certify {

/// A part of a body: a node of its tree, or one triangle; of curved faces a ball about some of
/// them, or a cell of one.
struct Piece {
  std::uint32_t index = 0;  ///< of the node, the triangle, or the cell's face
  bool is_triangle = false;
  const SurfaceCell* cell = nullptr;  ///< lives as long as the statement about it
  /// A cell that is sunk: all between it moved by the first and by the second, body frame.
  const std::array<Vec3, 2>* sunk = nullptr;
};

/// From `depth` below a cell down to `way`; the first is no longer than the depth.
std::array<Vec3, 2> sunk_by(const Vec3& way, double depth);

/// A ball that contains a piece.
struct Ball {
  Vec3 centre;
  double radius;
};
Ball ball_of(const SurfaceCell& cell);

/// A body at an instant, in the frame of the question.
struct Instant {
  double t = 0.0;
  Pose pose;
  double rotation_error = 0.0;  ///< of the pose
  double error = 0.0;           ///< n . p is computed to within |n| times this; see farthest
};

/// A body during an interval of time: both ends, and how far the path of a point may bend.
struct Passage {
  const ProofBody* body = nullptr;
  const Motion* motion = nullptr;  ///< smooth from `begin` to `end`
  Instant begin, end;
  MotionBounds bounds;
  Vec3 axis_body = Vec3::Zero();  ///< bounds.axis in the body frame
  double axis_off = 0.0;          ///< >= its distance to the true unit direction
};

/// Both bodies during an interval in one smooth piece of both motions and forms.
struct Cell {
  Interval span;
  Passage a, b;
  double half_square = 0.0;  ///< >= (span.hi - span.lo)^2 / 2
};

/// The parts of the span in which both motions are smooth and vertices run straight, in order of
/// time. Every instant is in one that has the poses and forms of both bodies then: where a form
/// jumps at the end of the span, an instant follows.
std::vector<CommonPiece> proof_pieces(const ProofPair& pair, const Interval& span);

/// The bodies during a part of the span that has no frame inside. An instant has the form that
/// holds after a jump.
ProofPair between_frames(const ProofPair& pair, const Interval& part);

/// Which share of the way from `tree` to `end` the vertices have gone: within 4 u of the true one,
/// relative to it. NaN if the times are too far apart for doubles.
double share_of_way(const ProofBody& body, double t);

/// Refers to both arguments.
Cell make_cell(const ProofPair& pair, const CommonPiece& piece);

/// The halves of the cells of one piece of time. Remembers a few hundred: pairs of bodies' parts
/// share times.
class Halves {
 public:
  using Pair = std::pair<Cell, Cell>;
  /// Nothing if no double lies between the ends of the cell.
  std::shared_ptr<const Pair> of(const Cell& cell);
  void forget() { known_.fill(nullptr); }

 private:
  std::array<std::shared_ptr<const Pair>, 256> known_;
};

/// >= max of n . p over all points p of the piece, the body being where `instant` says. n_length is
/// >= |n|.
double farthest(const ProofBody& body, const Instant& instant, const Piece& piece, const Vec3& n,
                double n_length);

/// > 0 only if n . (q - p) > distance * |n| for all points p of a's piece and q of b's at every
/// instant of the cell. A result that is not positive proves nothing. Larger is better.
double separation(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n, double distance);

/// >= four times what the paths of points may fall below their chords during the cell, along n.
double sag(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n, double n_length);

/// >= |v|.
double length_above(const Vec3& v);

/// Whether one direction separates two pieces during a cell.
using SeparationTest =
    std::function<bool(const Cell& cell, const Piece& a, const Piece& b, const Vec3& n)>;

/// Checks the steps of a proof; `test` decides about directions.
Verdict walk_proof(const PairProof& proof, const ProofPair& pair, const SeparationTest& test);

}  // namespace graze::certify
