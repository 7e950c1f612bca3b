// SPDX-License-Identifier: MIT
// Question   When do two faces about one line first touch?
// Source     docs/methods/surfaces.md, "Faces about one line".
// Guarantee  Nothing touches before the end of the search; a contact is two proved points of faces.
// Changed    The search of cells, with pieces of profiles for cells.
#include "methods/certified/profile_search.h"

#include <algorithm>

namespace graze::certified {
namespace {

constexpr double kSurelyNear = 0.75;  // of the tolerance: rounding cannot change the answer
constexpr double kBeside = 0.1;       // of the tolerance: how far beside an edge a touch may be

template <typename Piece>
std::vector<std::uint32_t> halved(std::vector<Piece>& pieces, std::uint32_t piece) {
  if (pieces[piece].parts == 0) {
    const Interval whole = pieces[piece].range;
    pieces[piece].parts = static_cast<std::uint32_t>(pieces.size());
    pieces.push_back({lower_half(whole), 0});
    pieces.push_back({upper_half(whole), 0});
  }
  return {pieces[piece].parts, pieces[piece].parts + 1};
}

/// Of the place between the ends of a piece with these shares.
double parameter_at(const Interval& range, const std::array<double, 8>& shares) {
  return std::min(range.hi, range.lo + (shares[1] + shares[3]) * range.width());
}

/// A point on the edge of a plane face is neither inside nor outside its loops; one a little beside
/// it is as good.
double beside(const AxisFace& face, double at, double by) {
  if (face.kind != AxisFace::Kind::kPlane) return at;
  const auto& ring = std::get<LineCurve>(face.profile);
  return std::clamp(at + by / (ring.end - ring.begin).norm(), 0.0, 1.0);
}

std::optional<SurfacePoint> point_at(const SurfaceFace& face, const std::array<double, 2>& uv) {
  SurfaceCell there;
  there.region.range = {Interval(uv[0]), Interval(uv[1]), Interval(0.0)};
  there.count = 4;
  return point_near(face, there, {1.0, 0.0, 0.0, 0.0});
}

}  // namespace

ProfileSearch::ProfileSearch(const ProfilePair& faces, const TimeWindow& input, double hi,
                             double ahead, StartTouches& start, BudgetWatch& watch, Stats& stats)
    : CellSearch(input, hi, ahead, watch, stats),
      faces_(faces),
      line_{faces.a().point, faces.a().axis},
      start_(start),
      a_{Piece{faces.a().range}},
      b_{Piece{faces.b().range}} {}

Moment ProfileSearch::moment_then(double t) const {
  return faces_.in_plane(moment_at(input_.pair, t));
}
Hull ProfileSearch::hull_a(std::uint32_t piece) const {
  return profile_hull(faces_.a(), a_[piece].range);
}
Hull ProfileSearch::hull_b(std::uint32_t piece) const {
  return profile_hull(faces_.b(), b_[piece].range);
}
std::vector<std::uint32_t> ProfileSearch::parts_a(std::uint32_t piece, bool) {
  return halved(a_, piece);
}
std::vector<std::uint32_t> ProfileSearch::parts_b(std::uint32_t piece, bool) {
  return halved(b_, piece);
}

std::optional<SurfaceTouch> ProfileSearch::touch_in_space(const Look& look) const {
  const Moment moment = moment_at(input_.pair, look.pair.t);
  const double of_a = parameter_at(a_[look.pair.a].range, look.closest.a);
  const double of_b = parameter_at(b_[look.pair.b].range, look.closest.b);
  const double step = kBeside * input_.pair.tolerance;
  const bool has_plane =
      faces_.a().kind == AxisFace::Kind::kPlane || faces_.b().kind == AxisFace::Kind::kPlane;
  for (const double by : {0.0, step, -step}) {
    if (by != 0.0 && !has_plane) break;
    const auto touch = touch_at(beside(faces_.a(), of_a, by), beside(faces_.b(), of_b, by), moment);
    if (touch) return touch;
  }
  return std::nullopt;
}

std::optional<SurfaceTouch> ProfileSearch::touch_at(double of_a, double of_b,
                                                    const Moment& moment) const {
  for (int k = 0; k < ProfilePair::kAngles; ++k) {
    const auto there = faces_.at_angle(k, of_a, of_b, moment);
    if (!there) continue;
    const auto on_a = point_at(*faces_.a().face, there->a);
    const auto on_b = point_at(*faces_.b().face, there->b);
    if (!on_a || !on_b) continue;
    const SurfaceTouch touch = touch_of(*on_a, *on_b, moment);
    if (touch.distance <= input_.pair.gap + input_.pair.tolerance) return touch;
  }
  return std::nullopt;
}

/// Out of the faces across their profiles.
std::vector<Vec3> ProfileSearch::ways_out(const Look& look) const {
  const auto out_of = [](const PlacedHull& hull, const AxisFace& face, const BodyMoment& body) {
    const Vec3 way = hull.at[1] - hull.at[0];
    const Vec3 across(way.z(), 0.0, -way.x());
    return Vec3(face.outside * body.rotation(2, 2) * across.stableNormalized());
  };
  const Vec3 of_a = out_of(look.placed.a, faces_.a(), look.moment.a);
  const Vec3 of_b = out_of(look.placed.b, faces_.b(), look.moment.b);
  if (of_a.dot(of_b) > 0.5) return {};
  return {of_a, -of_b};
}

bool ProfileSearch::settles(const Look& look) {
  const double rest = left(look.pair.t);
  if (start_.excuses(line_, look.placed, look.moment, rest)) return true;
  const bool is_exact = look.a.doubt + look.b.doubt <= 0.5 * input_.pair.tolerance;
  const double near = input_.pair.gap + kSurelyNear * input_.pair.tolerance;
  if (!is_exact || !(look.closest.way.norm() <= near)) return false;
  ++stats_.triangle_tests;
  const auto touch = touch_in_space(look);
  if (!touch) return ends_in_space_ = true;
  if (start_.may_begin(look.pair.t)) {
    if (start_.begin(line_, look.placed, look.moment, ways_out(look), rest)) return true;
    if (is_worth_opening(look)) return false;
  }
  end_with(*touch);
  return true;
}

}  // namespace graze::certified
