// SPDX-License-Identifier: MIT
// Question   Two closed polyhedra intersect at the end of a step: when, where and how did they
//            first touch?                                                                   [K3-K8]
// Source     Zachwieja 1992, sections 3.4 to 3.8.
// Guarantee  Sampled: free at time.lo, in touch at time.hi, nothing in between instants is known.
//            Proved only where one plane separates the bodies during the whole step.
// Changed    The found instant is looked at in full once more; if the bodies still intersect there,
//            the search starts again from it. Cases that the paper assumes away are reported.
#include <algorithm>
#include <cmath>
#include <string>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/geometry/equal_meshes.h"
#include "graze/methods/backtracking.h"
#include "methods/backtracking/box_overlap.h"
#include "methods/backtracking/contact_points.h"
#include "methods/backtracking/containment.h"
#include "methods/backtracking/element_lists.h"
#include "methods/backtracking/nearness.h"
#include "methods/backtracking/separating_plane.h"
#include "methods/backtracking/time_search.h"

namespace graze {
namespace backtracking {
namespace {
constexpr int kMostSearches = 64;
constexpr double kSlackPart = 0.25;   // of the tolerance: shallower crossings do not count
constexpr double kWidthPart = 0.125;  // of the tolerance: what moves during the final bracket
constexpr double kEpsilonPart = 0.5;  // of the tolerance: what moves during one event

constexpr double kWrongSine = 1e-4;       // a contact's features may reach over its plane by this
constexpr double kWrongSineNearby = 0.2;  // likewise for what only comes near

void check(const BacktrackingBody& a, const BacktrackingBody& b,
           const BacktrackingOptions& options) {
  const auto refuse = [](const char* place, double found, const char* expected) {
    throw InputError({place, std::to_string(found), expected, ""});
  };
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    refuse("tolerance", options.tolerance, "a finite length > 0");
  }
  if (!(options.epsilon >= 0.0)) refuse("epsilon", options.epsilon, "a time >= 0");
  if (!(options.reach >= 0.0)) refuse("reach", options.reach, "a length >= 0");
  if (!options.span.is_finite() || options.span.lo > options.span.hi) {
    refuse("span", options.span.lo, "two finite times in ascending order");
  }
  for (const BacktrackingBody* body : {&a, &b}) {
    if (are_equal(body->tree.mesh(), body->polyhedron.mesh())) continue;
    throw InputError({"tree", "one of another mesh", "the tree of the polyhedron's mesh", ""});
  }
}

double deepest(const std::vector<Crossing>& crossings) {
  double depth = 0.0;
  for (const Crossing& crossing : crossings) depth = std::max(depth, crossing.depth);
  return depth;
}

/// One step of one pair.
class Question {
 public:
  Question(const BacktrackingBody& a, const BacktrackingBody& b, const BacktrackingOptions& options,
           BacktrackingCache* cache, VertexMemory& memory)
      : a_(a),
        b_(b),
        options_(options),
        cache_(cache),
        watch_(options.budget),
        placement_(a, b, memory),
        slack_(kSlackPart * options.tolerance) {
    report() = separated_report(Method::kBacktracking, Guarantee::kSampled, options.span,
                                options.tolerance);
  }

  BacktrackingResult answer() {
    if (!is_free_by_plane() && !overlaps_at_start()) search();
    Stats& stats = report().stats;
    stats.iterations = result_.work.iterations;
    stats.poses += placement_.poses();
    stats.seconds = watch_.elapsed_seconds();
    return std::move(result_);
  }

 private:
  ContactReport& report() { return result_.report; }
  const ContactReport& report() const { return result_.report; }

  bool is_free_by_plane() {
    if (!options_.separating_plane) return false;
    const auto likely = cache_ != nullptr ? cache_->normal : std::nullopt;
    const auto normal =
        separating_direction(a_, b_, options_.span, likely, report().stats, result_.work);
    if (!normal) return false;
    if (cache_ != nullptr) cache_->normal = *normal;
    result_.work.separated_by_plane = true;
    report().guarantee = Guarantee::kProved;
    separated("one plane separates them during the whole step");
    return true;
  }

  bool overlaps_at_start() {
    if (cache_ != nullptr && cache_->apart_at == options_.span.lo) return false;
    const auto crossings = look_at(options_.span.lo);
    if (watch_.exhausted()) return undecided(why_undecided(watch_.limit())), true;
    if (!crossings.empty()) report().start = StartState::kTouching;
    if (deepest(crossings) <= options_.tolerance && !(crossings.empty() && is_inside())) {
      start_depth_ = deepest(crossings);
      return false;
    }
    end_in_overlap(report(), options_.span.lo);
    report().reason = "they intersect at the start of the step";
    forget_apart();
    return true;
  }

  /// Everything that crosses at an instant.
  std::vector<Crossing> look_at(double t) {
    ++result_.work.instants;
    placement_.move_to(t);
    return find_crossings(placement_, cache_, watch_, report().stats);
  }

  bool is_inside() { return one_is_inside(placement_); }

  bool intersect(const std::vector<Crossing>& crossings) const {
    return deepest(crossings) > std::max(slack_, start_depth_);
  }

  /// Nothing crosses at all, if nothing did at the start.
  bool is_as_free_as_the_start(const std::vector<Crossing>& crossings) const {
    return report().start == StartState::kApart ? crossings.empty() : !intersect(crossings);
  }

  /// Lists at the end, backwards to their first contact, and again from there if it is not free.
  void search() {
    Interval span = options_.span;
    auto crossings = look_at(span.hi);
    if (!intersect(crossings) && !watch_.exhausted()) return end_is_free(crossings);
    see_touch_at_start();
    for (int i = 0; i < kMostSearches && !watch_.exhausted(); ++i) {
      const SearchResult found = go_back(crossings, span);
      if (watch_.exhausted()) break;
      if (found.contacts.empty()) {
        if (!halve(span, crossings)) return undecided(Undecided::kUnexplained);
        continue;
      }
      if (!options_.confirm || found.bracket.lo <= options_.span.lo) return contact(found);
      crossings = look_at(found.bracket.lo);
      if (is_as_free_as_the_start(crossings)) return contact(found);
      span.hi = found.bracket.lo;
    }
    undecided(watch_.exhausted() ? why_undecided(watch_.limit()) : Undecided::kTooManySteps);
  }

  /// Bodies that rest or slide on each other may cross by rounding at any time. Only what goes
  /// deeper than the slack is then new.
  void see_touch_at_start() {
    if (report().start != StartState::kApart) return;
    placement_.move_to(options_.span.lo);
    if (come_within(options_.tolerance, placement_, watch_, report().stats)) {
      report().start = StartState::kTouching;
    }
  }

  /// Of bodies in touch, a vertex that slides over the edge of a side gets behind another side
  /// without going in. Only what is deeper at the placement's instant is new.
  bool is_only_sliding() {
    return report().start == StartState::kTouching &&
           !intersect(find_crossings(placement_, cache_, watch_, report().stats));
  }

  void end_is_free(const std::vector<Crossing>& crossings) {
    if (crossings.empty() && is_inside()) {
      return undecided(Undecided::kInsideAtEnd);
    }
    separated("they do not intersect at the end of the step");
  }

  /// No list led to a contact: the plain way, a full look at the middle. False if it is too narrow.
  bool halve(Interval& span, std::vector<Crossing>& crossings) {
    const double middle = span.middle();
    if (middle <= span.lo || middle >= span.hi || span.hi - span.lo <= width_) return false;
    auto at_middle = look_at(middle);
    if (intersect(at_middle)) {
      span.hi = middle;
      crossings = std::move(at_middle);
    } else {
      span.lo = middle;
    }
    return true;
  }

  SearchResult go_back(const std::vector<Crossing>& crossings, const Interval& span) {
    ++result_.work.searches;
    std::vector<Element> elements = list_elements(crossings, span);
    SearchLimits limits = limits_for(span);
    width_ = limits.width;
    keep_moving(elements, span);
    result_.work.elements += elements.size();
    if (elements.empty()) return {};
    const ContactMaker make = [this](const std::vector<Element>& met, Placement& placement,
                                     bool is_first) {
      if (is_first && is_only_sliding()) return std::vector<Contact>{};
      const bool is_near = is_first || reach() <= options_.tolerance;
      const ContactLimits limits{is_near ? options_.tolerance : reach(),
                                 is_near ? kWrongSine : kWrongSineNearby, !is_first};
      return contacts_of(met, placement, limits);
    };
    return search_time({std::move(elements), span}, limits, placement_, make, options_, watch_,
                       result_.work);
  }

  std::vector<Element> list_elements(const std::vector<Crossing>& crossings, const Interval& span) {
    std::vector<Element> elements;
    for (const Crossing& c : crossings) {
      elements.push_back(
          {Element::Kind::kEdgeSurface, c.side, c.edge.value, c.face, 0.0, WayOut{}});
    }
    result_.work.edge_face_pairs += crossings.size();
    RelativePoses poses;
    const double times[3] = {span.lo, span.middle(), span.hi};
    for (int k = 0; k < 3; ++k) {
      placement_.move_to(times[k]);
      poses.a_from_b[k] = placement_.a_from_b();
    }
    for (const InsideVertex& v : inside_vertices(placement_, crossings)) {
      ++result_.work.vertices_behind;
      add_vertex_elements(placement_, poses, v, options_.tolerance, elements);
    }
    return elements;
  }

  double reach() const { return std::max(options_.reach, options_.tolerance); }

  /// How fast b's box moves as seen from a makes times of lengths.
  SearchLimits limits_for(const Interval& span) {
    const double way = options_.tolerance / std::max(speed_over(span), 1e-300);
    const double epsilon = options_.epsilon > 0.0
                               ? options_.epsilon
                               : kEpsilonPart * way * reach() / options_.tolerance;
    return {kWidthPart * way, epsilon};
  }

  double speed_over(const Interval& span) {
    constexpr int kSteps = 4;
    const Box& box = b_.tree.nodes()[0].box;
    const double dt = (span.hi - span.lo) / kSteps;
    double fastest = 0.0;
    Vec3 before[8];
    for (int step = 0; step <= kSteps; ++step) {
      placement_.move_to(step == kSteps ? span.hi : span.lo + step * dt);
      for (int i = 0; i < 8; ++i) {
        const Vec3 s((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1);
        const Vec3 corner =
            placement_.a_from_b() * Vec3(box.centre + box.axes * box.half_size.cwiseProduct(s));
        if (step > 0) fastest = std::max(fastest, (corner - before[i]).norm() / dt);
        before[i] = corner;
      }
    }
    return 1.25 * fastest;  // a turn's chord is shorter than its arc
  }

  /// Elements that are free at the start and behind at the end of the span. What touches at the
  /// start of the step counts once it is deeper than then.
  void keep_moving(std::vector<Element>& elements, const Interval& span) {
    placement_.move_to(span.lo);
    std::erase_if(elements, [&](Element& element) {
      if (report().start == StartState::kTouching) element.threshold = slack_;
      if (!is_behind(element, placement_)) return false;
      const double depth = depth_of(element, placement_);
      if (depth > options_.tolerance) return true;
      element.threshold = std::max(slack_, (1.0 + 1e-9) * depth);
      return is_behind(element, placement_);
    });
    placement_.move_to(span.hi);
    std::erase_if(elements, [&](Element& element) { return !is_behind(element, placement_); });
  }

  void contact(const SearchResult& found) {
    end_in_contact(report(), found.bracket);
    const Pose frame_from_a = pose_at(a_.motion, found.bracket.hi);
    std::vector<Contact> all;
    for (Contact contact : found.contacts) {
      contact.point = frame_from_a * contact.point;
      contact.point_a = frame_from_a * contact.point_a;
      contact.point_b = frame_from_a * contact.point_b;
      contact.normal = times(frame_from_a.rotation, contact.normal);
      all.push_back(contact);
      if (contact.distance <= options_.tolerance) report().contacts.push_back(contact);
    }
    result_.event = reduce_contacts(all, reach());
    result_.event.time = found.bracket.lo;
    report().closing_speed = closing_speed(result_.event, found.bracket.hi);
    if (cache_ == nullptr) return;
    cache_->normal = result_.event.normal;
    cache_->apart_at = found.bracket.lo;
  }

  /// Of the two bodies' points that are at the event's centroid, from two instants.
  double closing_speed(const CollisionEvent& event, double t) const {
    const double dt = 1e-6 * (options_.span.hi - options_.span.lo);
    const auto moved = [&](const Motion& motion) {
      const Vec3 p = inverse(pose_at(motion, t)) * event.centroid;
      return Vec3(event.centroid - pose_at(motion, t - dt) * p);
    };
    return dt > 0.0 ? event.normal.dot(moved(a_.motion) - moved(b_.motion)) / dt : 0.0;
  }

  void separated(const char* reason) {
    end_separated(report(), options_.span);
    report().reason = reason;
    if (cache_ != nullptr) cache_->apart_at = options_.span.hi;
  }

  void undecided(Undecided why) {
    end_undecided(report(), options_.span, why);
    forget_apart();
  }

  void forget_apart() {
    if (cache_ != nullptr) cache_->apart_at.reset();
  }

  const BacktrackingBody& a_;
  const BacktrackingBody& b_;
  const BacktrackingOptions& options_;
  BacktrackingCache* cache_;
  BudgetWatch watch_;
  Placement placement_;
  double slack_;
  double start_depth_ = 0.0;  ///< of what touches at the start
  double width_ = 0.0;
  BacktrackingResult result_;
};
}  // namespace
}  // namespace backtracking

BacktrackingWork& BacktrackingWork::operator+=(const BacktrackingWork& other) {
  edge_face_pairs += other.edge_face_pairs;
  vertices_behind += other.vertices_behind;
  elements += other.elements;
  iterations += other.iterations;
  transforms += other.transforms;
  suspended_lists += other.suspended_lists;
  searches += other.searches;
  instants += other.instants;
  support_queries += other.support_queries;
  separated_by_plane = separated_by_plane || other.separated_by_plane;
  return *this;
}

BacktrackingResult first_contact_by_backtracking(const BacktrackingBody& a,
                                                 const BacktrackingBody& b,
                                                 const BacktrackingOptions& options,
                                                 BacktrackingCache* cache) {
  backtracking::check(a, b, options);
  thread_local backtracking::VertexMemory memory;
  return backtracking::Question(a, b, options, cache, memory).answer();
}

}  // namespace graze
