// SPDX-License-Identifier: MIT
// Question   Which convex set contains the part of f = 0 in a box?                           [C10]
// Source     Duff 1992, Snyder 1992: f and its gradient over intervals; mean value theorem.
// Guarantee  Rounding included. A point is one where f is proved to change its sign.
// Changed    The slab about a plane makes the hull thin to second order, as for patches.
#include "graze/geometry/implicit_surface.h"

#include <algorithm>
#include <cmath>

#include "geometry/surface/rounded.h"
#include "graze/base/error.h"

namespace graze {
namespace {

using Ranges = std::array<Interval, 3>;

std::size_t at(int k) { return static_cast<std::size_t>(k); }

struct Slopes {
  Interval middle;  // of f at the middle of the box
  Ranges slope;     // over all of it
  Vec3 centre;
};

Slopes slopes_over(const Expression& f, const Ranges& box) {
  Slopes all;
  Ranges centre;
  for (int k = 0; k < 3; ++k) {
    all.centre[k] = box[at(k)].middle();
    centre[at(k)] = all.centre[k];
    all.slope[at(k)] = f.derivatives(box, k).first;
  }
  all.middle = f.enclose(centre);
  return all;
}

// f(x) = middle + sum slope_i (x_i - c_i) = 0, solved for x_k: contains it.
Interval solved_for(int k, const Slopes& f, const Ranges& box) {
  Interval rest = f.middle;
  for (int i = 0; i < 3; ++i) {
    if (i != k) rest += f.slope[at(i)] * (box[at(i)] - Interval(f.centre[i]));
  }
  return Interval(f.centre[k]) - rest / f.slope[at(k)];
}

// False if nothing is left of the box.
bool contract(const Slopes& f, Ranges& box) {
  for (int k = 0; k < 3; ++k) {
    if (f.slope[at(k)].contains_zero()) continue;
    const auto left = intersection(box[at(k)], solved_for(k, f, box));
    if (!left) return false;
    box[at(k)] = *left;
  }
  return true;
}

int steepest(const Slopes& f) {
  int best = -1;
  for (int k = 0; k < 3; ++k) {
    const double least = f.slope[at(k)].mignitude();
    if (least > 0.0 && (best < 0 || least > f.slope[at(best)].mignitude())) best = k;
  }
  return best;
}

int longest_side(const Ranges& box) {
  int best = 0;
  for (int k = 1; k < 3; ++k) {
    if (box[at(k)].width() > box[at(best)].width()) best = k;
  }
  return best;
}

void as_ball_of(const Ranges& box, SurfaceCell& cell) {
  const surface::Rounded ball = surface::rounded(IntervalVec3(box[0], box[1], box[2]));
  cell.corners[0] = ball.point;
  cell.count = 1;
  cell.slack = cell.doubt = ball.radius;
  cell.flatter_axis = cell.longer_axis = longest_side(box);
}

// x_k is within `slack` of a linear function of the other two over their rectangle.
void as_slab(int k, const Slopes& f, const Ranges& box, SurfaceCell& cell) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const Interval steepness = f.slope[at(k)];
  const Interval by_i = -(f.slope[at(i)] / steepness), by_j = -(f.slope[at(j)] / steepness);
  const double slope_i = by_i.middle(), slope_j = by_j.middle();
  const Interval height = Interval(f.centre[k]) - f.middle / steepness;
  const Interval di = box[at(i)] - Interval(f.centre[i]), dj = box[at(j)] - Interval(f.centre[j]);
  const Interval off_i = (by_i - Interval(slope_i)) * di, off_j = (by_j - Interval(slope_j)) * dj;
  const double base = height.middle();
  double slack = ((height - Interval(base)) + off_i + off_j).magnitude(), rounding = 0.0;
  for (std::size_t c = 0; c < 4; ++c) {
    const double xi = c % 2 == 0 ? box[at(i)].lo : box[at(i)].hi;
    const double xj = c < 2 ? box[at(j)].lo : box[at(j)].hi;
    const Interval xk = Interval(base) + slope_i * (Interval(xi) - Interval(f.centre[i])) +
                        slope_j * (Interval(xj) - Interval(f.centre[j]));
    cell.corners[c][i] = xi;
    cell.corners[c][j] = xj;
    cell.corners[c][k] = xk.middle();
    rounding = std::max(rounding, xk.width());
  }
  cell.count = 4;
  cell.slack = round_up_sum(slack + rounding);
  cell.doubt = 2.0 * cell.slack;
  const bool j_is_longer = box[at(j)].width() > box[at(i)].width();
  cell.longer_axis = j_is_longer ? j : i;
  cell.flatter_axis =
      off_i.width() == off_j.width() ? cell.longer_axis : (off_j.width() > off_i.width() ? j : i);
}

}  // namespace

ImplicitSurface implicit_surface(const std::string& f, const Aabb& bounds,
                                 const std::map<std::string, double>& constants) {
  if (!bounds.lo.allFinite() || !bounds.hi.allFinite() ||
      !(bounds.lo.array() < bounds.hi.array()).all()) {
    throw InputError({"bounds of an implicit surface", "a box without volume",
                      "finite corners, lo < hi in each coordinate", ""});
  }
  return {std::make_shared<const Expression>(f, std::vector<std::string>{"x", "y", "z"}, constants),
          bounds};
}

SurfaceCell cell_of(const ImplicitSurface& surface, const SurfaceRegion& region) {
  SurfaceCell cell;
  cell.region = region;
  Ranges& box = cell.region.range;
  if (!surface.f->enclose(box).contains_zero()) return cell;
  Slopes f = slopes_over(*surface.f, box);
  if (!contract(f, box)) return cell;
  f = slopes_over(*surface.f, box);
  const int k = steepest(f);
  if (k >= 0) as_slab(k, f, box, cell);
  const double half = 0.5 * (Vec3(box[0].width(), box[1].width(), box[2].width())).norm();
  if (k < 0 || !(cell.slack < half)) as_ball_of(box, cell);
  return cell;
}

std::optional<SurfacePoint> point_near(const ImplicitSurface& surface, const Vec3& p,
                                       double reach) {
  Ranges here{p.x(), p.y(), p.z()};
  const Expression& f = *surface.f;
  int k = 0;
  double steepness = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double slope = f.derivatives(here, i).first.middle();
    if (std::abs(slope) > std::abs(steepness)) k = i, steepness = slope;
  }
  if (!(std::abs(steepness) > 0.0) || !std::isfinite(steepness)) return std::nullopt;
  double x = p[k];
  for (int newton = 0; newton < 4; ++newton) {
    here[at(k)] = x;
    const double slope = f.derivatives(here, k).first.middle();
    const double step = f.enclose(here).middle() / slope;
    if (std::isfinite(step)) x -= std::clamp(step, -reach, reach);
  }
  const auto sign_at = [&](double value) {
    here[at(k)] = value;
    const Interval there = f.enclose(here);
    return there.lo > 0.0 ? 1 : (there.hi < 0.0 ? -1 : 0);
  };
  const double size = std::abs(x) + p.lpNorm<Eigen::Infinity>() + reach;
  for (double half = 0x1p-50 * size; half <= reach || half == 0x1p-50 * size; half *= 8.0) {
    if (sign_at(x - half) * sign_at(x + half) >= 0) continue;
    here[at(k)] = Interval(x - half, x + half);
    if (!f.enclose(here).is_finite()) return std::nullopt;  // perhaps a pole, not a zero
    SurfacePoint found;
    found.point = p;
    found.point[k] = x;
    found.error = round_up(half * (1.0 + 0x1p-40));
    const Vec3 lo = surface.bounds.lo, hi = surface.bounds.hi;  // only this part counts
    for (int i = 0; i < 3; ++i) {
      const double off = i == k ? found.error : 0.0;
      if (found.point[i] - off < lo[i] || found.point[i] + off > hi[i]) return std::nullopt;
    }
    return found;
  }
  return std::nullopt;
}

}  // namespace graze
