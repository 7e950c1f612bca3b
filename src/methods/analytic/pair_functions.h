// SPDX-License-Identifier: MIT
// The 15 separating functions of two boxes as polynomials, and what a scan of them finds.
//
// Plain arrays only: the scan is compiled for several instruction sets, and nothing of it may be
// shared between them.
#pragma once
#include <cstdint>

namespace graze::analytic {

inline constexpr int kMaxDegree = 48;
inline constexpr int kLanes = 44;
inline constexpr int kMostCuts = 24;  ///< of a part before it is cut again from the whole

/// Axes are numbered 4 i + j: 0-11 edge i of a times edge j of b, 12-14 faces of a, 16-18 faces of
/// b; j = 3 is unused. Axis k has, with all weights cleared, the polynomials
///   C_k                                      signed distance of the centres along the axis
///   R_k = sum of four half sizes times |V|   half the shadows of both boxes
/// and keeps the boxes apart where |C_k| > R_k. In Bernstein form on [0, 1] coefficient i of all of
/// them is one row of lanes:
///   0-11   V_ij in 4 i + j; lane 3 is the common weight W > 0
///   12-31  C_k in 12 + k
///   32-43  affine motion only: a second V, see `affine`
struct alignas(64) PairFunctions {
  int degree = 0;
  /// Rigid: V_ij = W e_i . f_j, unit edges e of a and f of b. Affine: half sizes are inside, V_ij =
  /// [e_i+1, e_i+2, f_j], the second V_ij = [e_i, f_j+1, f_j+2], W and lane 35 the two volumes.
  bool affine = false;
  double half_a[4] = {};  ///< rigid only; the fourth is zero
  double half_b[4] = {};
  double error = 0.0;  ///< >= |stored - true| of |C_k| - R_k, for every coefficient
  double size = 0.0;   ///< >= |C_k| + R_k, for every coefficient
  /// An edge/edge axis with v = |V_i+1,j| + |V_i+2,j| <= W / 10 may be left out (its edges are
  /// nearly parallel) if all others overlap by `slack` * v / W more;
  /// docs/methods/analytic.md, 3.4.
  double slack = 0.0;
  double v_error = 0.0;  ///< >= |stored - true| of V and W, also after kMostCuts cuts
  alignas(32) double c[kMaxDegree + 1][kLanes];
};

inline constexpr int kMaxQuaternionDegree = 8;
inline constexpr int kMaxPositionDegree = 16;

/// Box b in the frame of box a, both about their frames' origins: quaternions w, x, y, z and
/// positions in Bernstein form.
struct RelativeBoxes {
  int rotation_degree = 0, translation_degree = 0;
  double q[kMaxQuaternionDegree + 1][4];
  double x[kMaxPositionDegree + 1][3];
  double half_a[3], half_b[3];
};

enum class Phase : std::uint8_t {
  kApart,    ///< some axis has |C| > R, proved at every instant
  kOverlap,  ///< all axes have |C| < R, proved at every instant
  kUnsure,   ///< |C| and R of the deciding axis differ by no more than the error
};

/// A stretch of time in one phase.
struct Stretch {
  Phase phase;
  double lo, hi;
  std::int8_t first_axis, last_axis;  ///< of kApart: at its start and its end
  std::int8_t first_sign, last_sign;  ///< of C there
  bool decided;  ///< kUnsure: proved to be within the error all the time, or 2^-30 short
};

struct Scan {
  static constexpr int kMost = 128;
  Stretch stretches[kMost];  ///< not cleared: the first `count` count
  int count = 0;
  bool complete = true;  ///< false: too many stretches, sure up to the end of the last
  double error = 0.0;    ///< largest error bound used, in units of the functions
  double band = 0.0;     ///< what kUnsure stretches that were proved stay within, likewise
  int evaluations = 0;   ///< of all axes over an interval
  int cuts = 0;          ///< by de Casteljau
};

struct ScanOptions {
  bool first_only = false;  ///< stop after the first stretch that is not kApart and what follows it
};

struct ScanFunctions {
  void (*scan)(const PairFunctions&, const ScanOptions&, Scan&);
  void (*set_up)(const RelativeBoxes&, PairFunctions&);
  /// Apart from `from` to the result at least, 0 <= from < to <= 1; not affine. Gives up after some
  /// steps.
  double (*apart_until)(const PairFunctions&, double from, double to, int most_steps);
};
/// The fastest on this machine; all give the same bits.
const ScanFunctions& scan_functions();
const ScanFunctions& portable_scan_functions();

}  // namespace graze::analytic
