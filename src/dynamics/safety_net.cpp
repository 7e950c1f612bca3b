// SPDX-License-Identifier: MIT
// Question   Are the ways free, and if not, where must the first one bend?
// Source     Zachwieja 1992, section 4.1 (macro-backtracking); `certified` on every way.
// Guarantee  Only ways that are proved free are taken. After `max_rounds` bends a body stands still
//            for the rest of the inner step, at a place that is proved free, and this is reported.
// Changed    Only bodies that touch go back, not the whole world.
#include <algorithm>

#include "dynamics/inner_step.h"
#include "graze/base/parallel.h"
#include "graze/methods/certified.h"

namespace graze::dynamics {
namespace {
constexpr double kLeastGapInSkins = 0.01;  // pairs closer than this may hardly approach: rounding

/// How near a pair at this distance may come. Half the distance at each event would soon be
/// nothing, so there is a least gap.
double gap_to_keep(double distance, double skin) {
  const double least = std::min(0.999 * distance, kLeastGapInSkins * skin);
  return std::min(0.25 * skin, std::max(0.5 * distance, least));
}
}  // namespace

Aabb swept_box(const Way& way, double since) { return swept_box(way, way.twist, since); }

Aabb swept_box(const Way& way, const Vec6& twist, double since) {
  if (!way.entry->is_there || way.entry->is_empty()) return {};
  const Aabb& bounds = way.entry->tree.mesh().bounds();
  const double growth = way.entry->growth + 1e-4 * way.entry->diagonal;
  Aabb box;
  const auto add = [&](const Pose& pose, double more) {
    const Vec3 centre = pose * bounds.centre();
    const Vec3 half = pose.rotation.cwiseAbs() * (0.5 * bounds.size()) +
                      Vec3::Constant(growth + more + 1e-12 * centre.norm());
    box.add(Aabb{centre - half, centre + half});
  };
  if (way.follows_motion) {
    const IntervalVec3 swept = enclose_box(
        way.motion, {since, way.end}, Box{bounds.centre(), Mat3::Identity(), 0.5 * bounds.size()});
    const Vec3 grow = Vec3::Constant(growth);
    return {Vec3(swept.x.lo, swept.y.lo, swept.z.lo) - grow,
            Vec3(swept.x.hi, swept.y.hi, swept.z.hi) + grow};
  }
  // A point at distance r that turns by an angle t leaves the box of both ends by up to r t^2 / 8.
  const double turn = twist.tail<3>().norm() * (way.end - since);
  const double bulge = way.entry->radius * std::min(2.0, turn * turn / 8.0);
  add(way.pose_along(twist, since), bulge);
  add(way.pose_along(twist, way.end), bulge);
  return box;
}

// The distance shrinks along the line between the closest points p of a and q of b, and rotation
// about either point does not matter. So it shrinks at most as fast as the two velocity fields
// differ at q, or at p.
double closing_bound(const Way& a, const Vec6& twist_a, const Way& b, const Vec6& twist_b,
                     double since) {
  if (a.follows_motion || b.follows_motion) return a.speed_bound() + b.speed_bound();
  const Vec3 between = b.centre_at(since) - a.centre_at(since);
  const Vec3 v = twist_b.head<3>() - twist_a.head<3>(), wa = twist_a.tail<3>(),
             wb = twist_b.tail<3>();
  const double moved = v.norm() * (a.end - since), turn = (wb - wa).norm();
  const double at_b = (v - wa.cross(between)).norm() + wa.norm() * moved + turn * b.entry->radius;
  const double at_a = (v - wb.cross(between)).norm() + wb.norm() * moved + turn * a.entry->radius;
  return std::min(at_a, at_b);
}

std::optional<InnerStep::Event> InnerStep::first_event(std::size_t a, std::size_t b) const {
  const Way &way_a = ways_[a], &way_b = ways_[b];
  const double since = std::max(way_a.since, way_b.since);
  if (!(end_ > since)) return std::nullopt;
  const double skin = world_.skin(a, b);
  double distance = 0.0;
  bool is_known = false;
  if (const auto it = near_.find({a, b}); it != near_.end() && it->second.time == since) {
    distance = it->second.distance;
    is_known = true;
  }
  // The pair stays at least at its distance minus the path that it can close.
  const double travel =
      closing_bound(way_a, way_a.twist, way_b, way_b.twist, since) * (end_ - since);
  if (is_known && distance - 1.001 * travel > 0.25 * skin) return std::nullopt;
  CertifiedOptions options;
  options.span = {since, end_};
  options.min_separation = is_known ? gap_to_keep(distance, skin) : 0.25 * skin;
  const double spare = is_known ? distance - options.min_separation : kInfinity;
  options.tolerance = std::max(std::min(0.125 * options.min_separation, 0.25 * spare),
                               1e-13 * way_a.entry->diagonal);
  const ContactReport report =
      first_contact_certified({way_a.entry->tree, way_a.motion, way_a.entry->growth},
                              {way_b.entry->tree, way_b.motion, way_b.entry->growth}, options);
  if (report.outcome == Outcome::kSeparated) return std::nullopt;
  Event event{std::clamp(report.time.lo, since, end_), Vec3::Zero(), Vec3::Zero()};
  if (report.outcome == Outcome::kOverlapAtStart) event.time = since;
  if (!report.contacts.empty()) {
    event.point = report.contacts.front().point;
    event.normal = report.contacts.front().normal;
  }
  return event;
}

void InnerStep::prove_ways(const std::vector<std::size_t>& bodies) {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = 1;
  std::erase_if(events_, [&](const auto& entry) {
    return is_asked[entry.first.first] || is_asked[entry.first.second];
  });
  const bool is_first = swept_.empty();
  swept_.resize(ways_.size());
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (is_first || is_asked[i]) swept_[i] = swept_box(ways_[i], ways_[i].since);
  }
  const std::vector<IndexPair> pairs = watched_pairs(swept_, bodies);
  std::vector<std::optional<Event>> found(pairs.size());
  parallel_for(
      pairs.size(), [&](std::size_t k) { found[k] = first_event(pairs[k].first, pairs[k].second); },
      world_.options.threads);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (found[k]) events_.insert_or_assign(pairs[k], *found[k]);
  }
  ask_detectors();
}

// The bodies connected with a or b at time t, by joints or by near features. All of them are
// brought to t: one that kept its way would push like a body that nothing can move.
std::vector<std::size_t> InnerStep::touched_by(std::size_t a, std::size_t b, double t) {
  std::vector<std::size_t> all, fresh;
  std::vector<char> is_in(ways_.size(), 0);
  const auto include = [&](std::size_t i) {
    if (is_in[i] || !ways_[i].is_free_to_move()) return;
    is_in[i] = 1;
    fresh.push_back(i);
  };
  include(a);
  include(b);
  while (!fresh.empty()) {
    const std::vector<std::size_t> now = std::exchange(fresh, {});
    for (const std::size_t i : now) {
      if (t > ways_[i].since) {
        advance(world_, ways_[i], t);
        report_.knots.push_back({BodyId(i), t, ways_[i].pose});
      }
      all.push_back(i);
    }
    find_near(now, t);
    for (const auto& [key, pair] : near_) {  // the pairs of `now` are those with time t
      if (pair.time != t || pair.candidates.empty()) continue;
      if (is_in[key.first]) include(key.second);
      if (is_in[key.second]) include(key.first);
    }
    for (std::size_t j = 0; j < world_.joints.size(); ++j) {
      if (!world_.joints[j].is_there || !world_.state.joints[j].is_enabled) continue;
      const std::size_t ja = world_.joints[j].joint.a.index();
      const std::size_t jb = world_.joints[j].joint.b.index();
      if (is_in[ja]) include(jb);
      if (is_in[jb]) include(ja);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

void InnerStep::hold(std::size_t body, std::size_t blocker, double t) {
  Way& way = ways_[body];
  if (t > way.since) {
    if (way.is_dynamic()) {
      advance(world_, way, t);
    } else {
      way.pose = way.pose_at_time(t);
      way.since = t;
    }
    report_.knots.push_back({BodyId(body), t, way.pose});
  }
  way.is_held = true;
  way.stand_still();
  report_.holds.push_back({BodyId(body), BodyId(blocker), t});
  find_near({body}, t);
}

void InnerStep::bend_ways(const std::vector<IndexPair>& pairs, double t,
                          const std::vector<Detection>& detections) {
  ++report_.rounds;
  now_ = t;
  std::vector<std::size_t> touched;
  for (const auto& [a, b] : pairs) {
    join(a, b);
    const std::vector<std::size_t> more = touched_by(a, b, t);
    touched.insert(touched.end(), more.begin(), more.end());
    for (const std::size_t i : {a, b}) {
      Way& way = ways_[i];
      if (!way.is_free_to_move()) continue;
      if (++way.rounds > world_.options.max_rounds) hold(i, i == a ? b : a, t);
    }
    // If neither body can be moved any more, the driven one waits.
    if (ways_[a].is_free_to_move() || ways_[b].is_free_to_move()) continue;
    for (const std::size_t i : {a, b}) {
      if (ways_[i].entry->body.role == Role::kDriven && !ways_[i].is_held) {
        hold(i, i == a ? b : a, t);
        touched.push_back(i);
      }
    }
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  if (!detections.empty()) respond(detections);
  settle(touched);
  aim_at_velocities(touched);
  solve_ways(touched);
  prove_ways(touched);
  avoid_events(touched);
}

}  // namespace graze::dynamics
