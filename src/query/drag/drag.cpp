// SPDX-License-Identifier: MIT
// Question   Where does a body go that is pulled towards a target, without touching anything?
//                                                                                        [C11, C12]
// Source     Redon, Kheddar, Coquillart 2002, sections 7 and 8.
// Guarantee  Every pose and the way to it keep a gap > 0 from all obstacles: proved, by
//            `certified`.
// Changed    A skin: contact is where the gap falls to a part of what it is now, so that a body
//            that rests starts apart, never in a touch that rounding makes an overlap; contacts
//            push the body back to the skin.
#include "graze/query/drag.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/math/rotation.h"
#include "query/drag/least_constraint.h"
#include "query/drag/obstacles.h"

namespace graze {
namespace {
using drag::Constraint;
using drag::Displacement;

constexpr double kReach = 2.0;     // skins: farther bodies do not constrain
constexpr double kArrived = 1e-3;  // skins: nearer to the target has arrived
constexpr double kStep = 0.1;      // radii: the longest step beside others
constexpr int kProbes = 64;
constexpr double kThin = 0.75;  // skins: a smaller gap is opened first
constexpr double kLeast = 0.2;  // skins: a shorter probe is not worth it
constexpr double kMoved = 0.1;  // skins: a tick that went less far looks for another way
constexpr std::uint64_t kManyTests = 10000;  // after these, a tick that has moved ends

void check_drag(const Scene& scene, BodyId body, const DragOptions& options) {
  const std::string place = describe(scene, body);
  const Body& dragged = scene.bodies[body.index()];
  if (dragged.shape.mesh().is_empty() || dragged.shape.is_unbounded() || dragged.deforms())
    throw InputError({place, "a body without a shape, without bounds, or one that deforms",
                      "a rigid body with a shape", ""});
  const auto hangs_on = [&](const Body& other) { return other.parent == body; };
  if (dragged.parent || std::any_of(scene.bodies.begin(), scene.bodies.end(), hangs_on))
    throw InputError({place, "a body that hangs on another or carries one", "a body by itself",
                      "move its joints instead"});
  if (options.skin && !(*options.skin > 0.0 && std::isfinite(*options.skin)))
    throw InputError({"skin", number_text(*options.skin), "a length > 0", ""});
  if (options.slides < 1 || options.slides > 100)
    throw InputError({"slides", std::to_string(options.slides), "a number from 1 to 100", ""});
}

Pose upright(const Pose& target) {
  if (!is_rotation(target.rotation, 1e-6) || !target.translation.allFinite())
    throw InputError({"target", "a pose that is not rigid", "a rotation and a finite place", ""});
  return {*nearest_rotation(target.rotation), target.translation};
}

/// Directions spread over the sphere, the same every time.
Vec3 probe_direction(int k) {
  const double z = 1.0 - (2.0 * k + 1.0) / kProbes;
  const double around = 2.399963229728653 * k;  // the golden angle
  const SinCos turn = sin_cos(around);
  const double r = std::sqrt(1.0 - z * z);
  return {r * turn.cos, r * turn.sin, z};
}
}  // namespace

class Drag::Hand {
 public:
  Hand(const PreparedScene& scene, BodyId body, const DragOptions& options)
      : options_(options),
        obstacles_(scene, body, options.time.value_or(scene.scene().span.lo)),
        pose_(pose_at(world_motion(scene.scene(), body),
                      options.time.value_or(scene.scene().span.lo))),
        skin_(options.skin.value_or(1e-4 * scene.scene().bodies[body.index()].shape.diagonal())) {}

  DragTick follow(const Pose& target) {
    if (target.translation.norm() > obstacles_.room())
      throw InputError({"target", "a place too far away", "one near the scene", ""});
    DragTick tick;
    if (!is_free_) is_free_ = find_start(tick);
    if (!is_free_) {
      tick.state = DragState::kOverlapping;
      return finish(std::move(tick));
    }
    const Vec3 begin = centre();
    if (nearest() < kThin * skin_)
      move(least_constraint({}, constraints(), obstacles_.ball().radius), tick);
    const auto is_there = [&] { return length(way_to(target)) <= kArrived * skin_; };
    const auto has_moved = [&] { return (centre() - begin).norm() >= kMoved * skin_; };
    for (int slide = 0; slide < options_.slides && !is_there(); ++slide) {
      if (slide > 0 && tick.stats.box_tests > kManyTests && has_moved()) break;
      const Displacement wanted = step_to(target);
      if (!move(least_constraint(wanted, constraints(), obstacles_.ball().radius), tick)) break;
    }
    if (!is_there() && !has_moved()) probe(way_to(target), tick);
    if (is_there()) tick.state = DragState::kReached;
    return finish(std::move(tick));
  }

  const Pose& pose() const { return pose_; }
  double skin() const { return skin_; }

 private:
  /// A point of the body near an obstacle. The gap changes with the point's way along the normal.
  struct Touch {
    drag::Obstacle* obstacle;
    Vec3 point;   ///< on the dragged body, world frame
    Vec3 normal;  ///< towards the body
    double gap;
  };

  Vec3 centre() const { return pose_ * obstacles_.ball().centre; }
  double length(const Displacement& move) const {
    return move.shift.norm() + obstacles_.ball().radius * move.turn.norm();
  }

  Displacement way_to(const Pose& target) const {
    return {target * obstacles_.ball().centre - centre(),
            vector_from_rotation(times(target.rotation, Mat3(pose_.rotation.transpose())))};
  }

  /// Near others a part of the way: they bend it before long, and a short way is quickly proved.
  Displacement step_to(const Pose& target) const {
    Displacement whole = way_to(target);
    const double most = kStep * obstacles_.ball().radius, all = length(whole);
    if (contacts_.empty() || all <= most) return whole;
    return {(most / all) * whole.shift, (most / all) * whole.turn};
  }

  Pose after(const Displacement& move) const {
    const Mat3 rotation = times(rotation_from_vector(move.turn), pose_.rotation);
    const Mat3 clean = nearest_rotation(rotation).value_or(rotation);
    return {clean, centre() + move.shift - times(clean, obstacles_.ball().centre)};
  }

  std::vector<Constraint> constraints() const {
    std::vector<Constraint> all;
    for (const Touch& touch : contacts_)
      all.push_back({touch.normal, touch.point - centre(), skin_ - touch.gap});
    return all;
  }

  /// At the starting pose: a touch or an overlap there ends every tick.
  bool find_start(DragTick& tick) {
    gap_ = obstacles_.proved_gap(pose_, kReach * skin_, options_.budget, tick.stats);
    if (gap_ > 0.0) look_around();
    return gap_ > 0.0;
  }

  /// What constrains here, the nearest first.
  void look_around() {
    contacts_.clear();
    for (const drag::Near& near : obstacles_.near(pose_, kReach * skin_)) {
      const ContactCandidate& c = near.candidate;
      if (c.normal.norm() > 0.5) contacts_.push_back({near.obstacle, c.point_a, -c.normal, c.gap});
    }
    std::stable_sort(contacts_.begin(), contacts_.end(),
                     [](const Touch& x, const Touch& y) { return x.gap < y.gap; });
    if (contacts_.size() > kMostContacts) contacts_.resize(kMostContacts);
  }

  double nearest() const { return contacts_.empty() ? kReach * skin_ : contacts_.front().gap; }

  /// Goes as far as the way is free; false if that is not worth it.
  bool move(const Displacement& wanted, DragTick& tick) {
    if (length(wanted) <= kArrived * skin_) return false;
    const Motion way = Motion::between(pose_, after(wanted), {0.0, 1.0}, Interpolation::kSlerp);
    const auto stop = obstacles_.first_stop(way, separation(), options_.budget, tick.stats);
    const double end = stop ? stop_time(*stop) : 1.0;
    if (end <= 0.0) return false;
    go(way, end, tick);
    return true;
  }

  /// The gap where a way ends: half of what it is now, so that the body starts apart from there;
  /// hardly less than now where little is left.
  double separation() const {
    const double gap = std::min(nearest(), skin_);
    return std::max(0.5 * gap, std::min(0.01 * skin_, 0.9 * gap));
  }

  /// A little before the last safe time, where half of the way between both gaps is left.
  double stop_time(const drag::Stop& stop) const {
    const double safe = stop.report.time.lo, speed = stop.report.closing_speed;
    const double missing = 0.5 * (std::min(nearest(), skin_) - separation());
    return speed > 0.0 ? std::max(0.0, safe - missing / speed) : safe;
  }

  /// The way up to `end` is proved to keep the separation.
  void go(const Motion& way, double end, DragTick& tick) {
    tick.way.push_back(
        end >= 1.0 ? way
                   : Motion::between(pose_, pose_at(way, end), {0.0, 1.0}, Interpolation::kSlerp));
    gap_ = separation();
    pose_ = pose_at(way, end);
    look_around();
  }

  /// Stuck: is there a free move of one skin in any direction of the pull? Takes the best one.
  void probe(const Displacement& pull, DragTick& tick) {
    if (pull.shift.norm() <= kArrived * skin_) return;
    std::vector<std::pair<double, Vec3>> ways;
    for (int k = 0; k < kProbes; ++k) {
      const Vec3 way = probe_direction(k);
      const double gain = way.dot(pull.shift) / pull.shift.norm();
      if (gain > 0.05 && is_allowed(way)) ways.emplace_back(gain, way);
    }
    std::sort(ways.begin(), ways.end(),
              [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [gain, direction] : ways) {
      const Motion way = Motion::between(pose_, after({skin_ * direction, Vec3::Zero()}),
                                         {0.0, 1.0}, Interpolation::kSlerp);
      const auto stop = obstacles_.first_stop(way, separation(), options_.budget, tick.stats);
      const double end = stop ? stop->report.time.lo : 1.0;
      if (end >= kLeast) return go(way, end, tick);
    }
  }

  /// True if no contact forbids it; forbidden directions need no question.
  bool is_allowed(const Vec3& direction) const {
    return std::none_of(contacts_.begin(), contacts_.end(), [&](const Touch& touch) {
      return kLeast * skin_ * touch.normal.dot(direction) < separation() - touch.gap;
    });
  }

  DragTick finish(DragTick tick) const {
    tick.pose = pose_;
    tick.gap = gap_;
    if (tick.state != DragState::kReached) {
      for (const Touch& touch : contacts_)
        tick.blockers.push_back({touch.obstacle->id, touch.point, touch.normal});
    }
    return tick;
  }

  static constexpr std::size_t kMostContacts = 48;

  DragOptions options_;
  drag::Obstacles obstacles_;
  Pose pose_;
  double skin_;
  bool is_free_ = false;
  double gap_ = 0.0;  ///< proved
  std::vector<Touch> contacts_;
};

Drag::Drag(const PreparedScene& scene, BodyId body, const DragOptions& options) {
  if (body.index() >= scene.scene().bodies.size())
    throw InputError({"body", std::to_string(body.value), "a body of the scene", ""});
  check_drag(scene.scene(), body, options);
  hand_ = std::make_unique<Hand>(scene, body, options);
}
Drag::~Drag() = default;
Drag::Drag(Drag&&) noexcept = default;
Drag& Drag::operator=(Drag&&) noexcept = default;

DragTick Drag::follow(const Pose& target) { return hand_->follow(upright(target)); }
const Pose& Drag::pose() const { return hand_->pose(); }
double Drag::skin() const { return hand_->skin(); }

}  // namespace graze
