// SPDX-License-Identifier: MIT
#include "methods/analytic/printed_planes.h"

#include <graze/math/rotation.h>

#include <cmath>

#include "methods/analytic/pieces.h"

namespace graze::analytic {
namespace {
PrintedPoly lane(const PairFunctions& p, int k, double error) {
  PrintedPoly result{std::vector<Interval>(std::size_t(p.degree) + 1)};
  for (int i = 0; i <= p.degree; ++i)
    result.coefficients[std::size_t(i)] = {p.c[i][k] - error, p.c[i][k] + error};
  return result;
}
}  // namespace

Planes planes_of(const Box& a, const Box& b, const CommonPiece& piece) {
  Planes planes;
  if (!set_up_rigid(a, pose_over(piece.motion_a, piece.span), b,
                    pose_over(piece.motion_b, piece.span), planes.p))
    refuse_degree();
  const double v_error = std::fmin(planes.p.v_error, planes.p.error);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) planes.v[i][j] = lane(planes.p, 4 * i + j, v_error);
  planes.weight = lane(planes.p, 3, v_error);
  for (int k = 0; k < 20; ++k)
    if (k % 4 != 3) planes.centre[k] = lane(planes.p, 12 + k, planes.p.error);
  return planes;
}

void signs_at(const Planes& planes, double s, int signs[3][3]) {
  Mat3 v;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) v(i, j) = evaluate(planes.v[i][j], s).middle();
  const Mat3 turned = v * rotation_about(Vec3(1.0, 2.0, 3.0), 1e-9);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) signs[i][j] = turned(i, j) < 0.0 ? -1 : 1;
}

PrintedPoly times(double factor, const PrintedPoly& p) {
  PrintedPoly result = p;
  for (Interval& c : result.coefficients) c = factor * c;
  return result;
}

PrintedPoly plane_function(const Planes& planes, const CompatiblePair& pair,
                           const int signs[3][3]) {
  const double *a = planes.p.half_a, *h = planes.p.half_b;
  const auto v = [&](int i, int j) { return times(signs[i % 3][j % 3], planes.v[i % 3][j % 3]); };
  const auto& fa = pair.features.a.side;
  const auto& fb = pair.features.b.side;
  if (pair.kind == PairKind::kFaceVertex) {
    const int i = fa[0] != 0 ? 0 : (fa[1] != 0 ? 1 : 2);
    return times(fa[i], planes.centre[12 + i]) - times(a[i], planes.weight) - times(h[0], v(i, 0)) -
           times(h[1], v(i, 1)) - times(h[2], v(i, 2));
  }
  if (pair.kind == PairKind::kVertexFace) {
    const int j = fb[0] != 0 ? 0 : (fb[1] != 0 ? 1 : 2);
    return times(-fb[j], planes.centre[16 + j]) - times(h[j], planes.weight) -
           times(a[0], v(0, j)) - times(a[1], v(1, j)) - times(a[2], v(2, j));
  }
  const int i = fa[0] == 0 ? 0 : (fa[1] == 0 ? 1 : 2), j = fb[0] == 0 ? 0 : (fb[1] == 0 ? 1 : 2);
  // The normal +-(e_i x f_j) that points out of a at this edge: see features_at().
  const int outward = fa[(i + 2) % 3] * signs[(i + 1) % 3][j];
  return times(outward, planes.centre[4 * i + j]) - times(a[(i + 1) % 3], v(i + 2, j)) -
         times(a[(i + 2) % 3], v(i + 1, j)) - times(h[(j + 1) % 3], v(i, j + 2)) -
         times(h[(j + 2) % 3], v(i, j + 1));
}

}  // namespace graze::analytic
