// SPDX-License-Identifier: MIT
#include "dynamics/way_trial.h"

#include <algorithm>
#include <tuple>

namespace graze::dynamics {
namespace {
constexpr double kGrowth = 0.2;          // part of the way to a skin that a smaller gap should go
constexpr double kLeastPart = 1e-3;      // the earliest part of a way at which a met feature counts
constexpr int kSamples = 8, kCuts = 10;  // to find where features are nearest
}  // namespace

double target_gap(double gap, double skin) {
  return gap >= skin ? skin : gap + kGrowth * (skin - gap);
}

Vec3 middle_of(const ContactCandidate& features) {
  return 0.5 * (features.point_a + features.point_b);
}

bool is_round(const ContactCandidate& features) {
  const FeatureKind a = features.feature_a.kind, b = features.feature_b.kind;
  if (a == FeatureKind::kFace || b == FeatureKind::kFace) return false;
  return a == FeatureKind::kVertex || b == FeatureKind::kVertex;
}

Vec6 twist_at_point(const Vec6& twist, const Vec3& centre, const Vec3& origin) {
  Vec6 out = twist;
  out.head<3>() += twist.tail<3>().cross(Vec3(origin - centre));
  return out;
}

WayTrial::WayTrial(const World::Data& world, const std::vector<Way>& all, const Island& of)
    : ways(all), island(of), place(all.size(), kGiven) {
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const Way& way = ways[island.bodies[k]];
    place[island.bodies[k]] = static_cast<int>(k);
    wishes.push_back(wished_twist(world, way));
    twists.push_back(world.state.is_second_order ? way.twist : wishes.back());
    guesses.push_back(world.state.is_second_order ? way.twist : way.velocity_at(way.since));
    begin = way.since;
    end = way.end;
  }
  seconds = end - begin;
}

Vec6 WayTrial::twist(std::size_t body) const {
  return place[body] == kGiven ? ways[body].mean_twist(begin)
                               : twists[static_cast<std::size_t>(place[body])];
}

Vec6 WayTrial::wish(std::size_t body) const {
  return place[body] == kGiven ? twist(body) : wishes[static_cast<std::size_t>(place[body])];
}

Pose WayTrial::pose(std::size_t body, double t) const {
  if (place[body] == kGiven) return ways[body].pose_at_time(t);
  return ways[body].pose_along(twist(body), t);
}

PlacedSurface WayTrial::placed(std::size_t body, double t) const {
  return ways[body].entry->placed(pose(body, t));
}

Vec3 WayTrial::centre(std::size_t body, const Pose& at) const {
  return at * ways[body].entry->mass.centre;
}

Vec6 WayTrial::start_twist(std::size_t body, const Vec3& point) const {
  return twist_at_point(ways[body].velocity_at(begin), centre(body, pose(body, begin)), point);
}

ContactCandidate WayTrial::on_way(const NearPair& near, const ContactCandidate& start,
                                  double part) const {
  const double t = begin + part * seconds;
  ContactCandidate then = candidate_at(start, placed(near.a, t), placed(near.b, t));
  const auto is_face = [](const Feature& feature) { return feature.kind == FeatureKind::kFace; };
  if (is_face(then.feature_a) || is_face(then.feature_b)) return then;
  if (then.normal.dot(start.normal) < 0.0 && then.gap > 0.0) {
    then.gap = -then.gap;
    then.normal = -then.normal;
  }
  return then;
}

double WayTrial::approach(const NearPair& near, const ContactCandidate& features) const {
  const auto velocity = [&](std::size_t body) {
    const Way& way = ways[body];
    const Vec3 from = centre(body, way.pose_at_time(begin));
    return Vec3(twist_at_point(way.velocity_at(begin), from, features.point_a).head<3>());
  };
  return features.normal.dot(velocity(near.a) - velocity(near.b));
}

bool WayTrial::meets(const NearPair& near, const ContactCandidate& start,
                     const ContactCandidate& at_end) const {
  if (!near.is_ahead) return true;
  const double part = at_end.gap < 0.0 ? start.gap / (start.gap - at_end.gap) : 1.0;
  const double t = begin + part * seconds;
  const ContactCandidate there = candidate_at(start, placed(near.a, t), placed(near.b, t));
  const Vec3 way = there.point_b - there.point_a;
  const Vec3 aside = way - there.normal * there.normal.dot(way);
  return aside.norm() <= farthest_ahead(*ways[near.a].entry, *ways[near.b].entry);
}

double WayTrial::part_of(const NearPair& near, const MetFeature& met) const {
  const double part =
      is_round(met.feature) ? nearest_part(near, met.feature) : (met.time - begin) / seconds;
  return std::clamp(part, kLeastPart, 1.0);
}

double WayTrial::nearest_part(const NearPair& near, const ContactCandidate& feature) const {
  const auto gap = [&](double part) { return on_way(near, feature, part).gap; };
  const double width = 1.0 / kSamples;
  double best = 1.0, least = gap(1.0);
  for (int i = 1; i < kSamples; ++i) {
    const double now = gap(i * width);
    if (now < least) std::tie(best, least) = std::pair(i * width, now);
  }
  double lo = std::max(0.0, best - width), hi = std::min(1.0, best + width);
  for (int i = 0; i < kCuts; ++i) {
    const double third = (hi - lo) / 3.0;
    gap(lo + third) < gap(hi - third) ? hi -= third : lo += third;
  }
  return 0.5 * (lo + hi);
}

double WayTrial::target_of(const NearPair& near, const MetFeature& met, double part) const {
  const double start = on_way(near, met.feature, 0.0).gap;
  if (start < 0.0 || start >= near.skin) return near.skin;
  return start + kGrowth * part * (near.skin - start);
}

}  // namespace graze::dynamics
