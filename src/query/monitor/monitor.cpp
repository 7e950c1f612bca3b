// SPDX-License-Identifier: MIT
// Question   Which bodies are about to touch, with which faces, and how soon?                 [O6]
// Source     Kitamura et al. 1994, figure 1: observe, extrapolate, coarse test, fine test.
// Guarantee  Every pair that touches in the motions as estimated is announced, whatever the budget.
// Changed    Any rate and any order of bodies; several steps ahead; the step since the last cycle
//            is looked at again as observed; the budget makes answers coarser, never silent.
#include "graze/query/monitor.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <numeric>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/base/parallel.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "query/monitor/check_monitor_options.h"
#include "query/monitor/tracked_body.h"
#include "query/rounds.h"

namespace graze {
namespace {
using query::TrackedBody;
using IndexPair = std::pair<std::uint32_t, std::uint32_t>;
using Clock = std::chrono::steady_clock;

/// Steps are checked with this much more than the margin, so that small surprises need no second
/// look.
constexpr double kSlack = 0.5;

/// A part of the time that a cycle looks at, with all bodies during it.
struct Part {
  Interval span;
  std::vector<SweptBody> bodies;
  std::vector<Aabb> boxes;
  std::vector<double> surprises;  // of the past part: see TrackedBody
};

/// The result for a pair in a cycle.
struct PairAnswer {
  SweepAlarm alarm;  // of the first part that may touch
  std::size_t part = 0;
  bool is_alarm = false;
  SweepCounts counts;  // of all parts
  std::optional<ContactReport> confirmed;
};

Stats stats_of(const SweepCounts& counts) {
  Stats stats;
  stats.box_tests = counts.node_tests;
  stats.triangle_tests = counts.face_tests;
  return stats;
}

/// Until its vertices are observed a body that deforms is as it is where the span begins.
Scene at_begin(Scene scene) {
  for (Body& body : scene.bodies) {
    body.shape = shape_at(body, scene.span.lo);
    body.deformation = {};
  }
  return scene;
}
}  // namespace

struct OctreeMonitor::State {
  Scene scene;
  TouchRules rules;
  MonitorOptions options;
  std::vector<TrackedBody> bodies;
  std::map<IndexPair, MonitorEvent> standing;
  CycleReport report;
  std::optional<double> last_time;
  double tests_per_second = 5e6;  // measured as cycles go by

  State(const Scene& watched, const MonitorOptions& wanted)
      : scene(at_begin(watched)), rules(watched), options(wanted) {
    const std::vector<Motion> motions = world_motions(scene);
    std::map<const void*, std::size_t> same;  // bodies of one mesh share one octree's work
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const Pose start = pose_at(motions[i], scene.span.lo);
      const void* mesh = scene.bodies[i].shape.mesh().vertices().data();
      const auto [at, is_new] = same.try_emplace(mesh, i);
      bodies.push_back(is_new ? TrackedBody(scene.bodies[i], start, options)
                              : bodies[at->second].like(scene.bodies[i], start));
    }
  }

  std::vector<Part> parts(double now) const;
  bool extend_half_spaces(const std::vector<Part>& parts);
  bool was_foreseen(const IndexPair& pair, const Part& part) const;
  void place(Part& part) const;
  std::vector<IndexPair> near_pairs(const std::vector<Part>& parts) const;
  double margin_of(const IndexPair& pair) const;
  PairAnswer answer(const IndexPair& pair, const std::vector<Part>& parts,
                    std::uint64_t max_tests) const;
  bool is_refuted(const IndexPair& pair, const Part& part, PairAnswer& answer) const;
  bool is_one_inside(const IndexPair& pair, const Part& part, bool by_octrees) const;
  std::vector<PairAnswer> answers(const std::vector<IndexPair>& pairs,
                                  const std::vector<Part>& parts) const;
  std::vector<PairAnswer> round(const std::vector<IndexPair>& pairs,
                                const std::vector<std::size_t>& which,
                                const std::vector<Part>& parts, const query::SharedBudget& left,
                                std::uint64_t more) const;
  std::uint64_t budget() const;
  MonitorEvent event_of(const IndexPair& pair, const PairAnswer& answer,
                        const std::vector<Part>& parts, double now) const;
  std::vector<MonitorEvent> changes(std::map<IndexPair, MonitorEvent> found, double now);
  void account(const std::vector<PairAnswer>& answers, double seconds);
};

void OctreeMonitor::State::place(Part& part) const {
  part.bodies.resize(bodies.size());
  part.boxes.resize(bodies.size());
  const auto one = [&](std::size_t i) {
    part.bodies[i] = bodies[i].swept(part.span);
    Aabb shape = part.bodies[i].octree.mesh().bounds();
    shape.add(part.bodies[i].end_mesh.bounds());
    part.boxes[i] = bounds_during(part.bodies[i].sweep, shape,
                                  part.bodies[i].padding + options.margin.value_or(0.0));
  };
  parallel_for(bodies.size(), one, options.threads);
}

std::vector<Part> OctreeMonitor::State::parts(double now) const {
  std::vector<Part> parts;
  if (last_time && *last_time < now) {
    Part past{{*last_time, now}, {}, {}, {}};
    for (const TrackedBody& body : bodies) past.surprises.push_back(body.surprise(past.span));
    parts.push_back(std::move(past));
  }
  const auto cut = [&](int k) { return now + options.horizon * k / options.steps; };
  for (int k = 0; k < options.steps; ++k) parts.push_back({{cut(k), cut(k + 1)}, {}, {}, {}});
  for (Part& part : parts) place(part);
  return parts;
}

/// Half-spaces are boxes that reach farther than all other bodies do in this cycle.
bool OctreeMonitor::State::extend_half_spaces(const std::vector<Part>& parts) {
  bool is_changed = false;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!scene.bodies[i].shape.is_unbounded()) continue;
    Aabb all, origin;
    for (const Part& part : parts) {
      origin.add(bounds_during(part.bodies[i].sweep, Aabb{Vec3::Zero(), Vec3::Zero()}));
      for (std::size_t k = 0; k < bodies.size(); ++k)
        if (!scene.bodies[k].shape.is_unbounded()) all.add(part.boxes[k]);
    }
    if (all.is_empty()) continue;
    const Vec3 most = (all.hi - origin.lo).cwiseAbs().cwiseMax((all.lo - origin.hi).cwiseAbs());
    is_changed = bodies[i].reach(2.0 * most.norm()) || is_changed;
  }
  return is_changed;
}

double OctreeMonitor::State::margin_of(const IndexPair& pair) const {
  if (options.margin) return *options.margin;
  return default_tolerance(scene.bodies[pair.first], scene.bodies[pair.second]);
}

std::vector<IndexPair> OctreeMonitor::State::near_pairs(const std::vector<Part>& parts) const {
  std::vector<Aabb> boxes(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (const Part& part : parts) boxes[i].add(part.boxes[i]);
    if (options.margin || boxes[i].is_empty()) continue;
    // The default margin is at most 1e-6 of this body's diagonal.
    const double half = 1e-6 * scene.bodies[i].shape.diagonal();
    boxes[i].lo.array() -= half;
    boxes[i].hi.array() += half;
  }
  std::vector<IndexPair> pairs = overlapping_pairs(boxes);
  std::erase_if(pairs, [&](const IndexPair& pair) {
    return !rules.is_checked(BodyId(pair.first), BodyId(pair.second));
  });
  return pairs;
}

/// True if the last cycle looked at this part already, did not announce the pair, and the bodies
/// moved as it expected, up to the slack of answer().
bool OctreeMonitor::State::was_foreseen(const IndexPair& pair, const Part& part) const {
  if (part.surprises.empty() || standing.contains(pair)) return false;
  // If the step was longer than the horizon, even by rounding, the bodies moved on after it.
  const double late = std::max(0.0, part.span.hi - part.span.lo - options.horizon);
  const double further = late * (bodies[pair.first].speed() + bodies[pair.second].speed());
  return part.surprises[pair.first] + part.surprises[pair.second] + further <=
         kSlack * margin_of(pair);
}

bool OctreeMonitor::State::is_refuted(const IndexPair& pair, const Part& part,
                                      PairAnswer& answer) const {
  const TrackedBody &a = bodies[pair.first], &b = bodies[pair.second];
  if (!options.confirm || a.deforms() || b.deforms()) return false;
  const auto moving = [&](std::uint32_t i) -> MovingShape {  // with the half-space as it is
    return {scene.bodies[i], bodies[i].motion(part.span)};
  };
  PairQuestion question;
  question.a = moving(pair.first);
  question.b = moving(pair.second);
  question.span = part.span;
  question.tolerance = default_tolerance(scene.bodies[pair.first], scene.bodies[pair.second]);
  question.min_separation =
      (1.0 + kSlack) * margin_of(pair) + a.doubt(part.span.hi) + b.doubt(part.span.hi);
  answer.confirmed = options.confirm(question);
  return answer.confirmed->outcome == Outcome::kSeparated;
}

/// The rule for all questions (solidity.h). What deforms is looked at only where octrees see one in
/// the other: its mesh is another one every time.
bool OctreeMonitor::State::is_one_inside(const IndexPair& pair, const Part& part,
                                         bool by_octrees) const {
  const auto [a, b] = pair;
  if ((bodies[a].deforms() || bodies[b].deforms()) && !by_octrees) return false;
  const auto shape_of = [&](std::uint32_t i) {
    return bodies[i].deforms() ? Shape::from_mesh(part.bodies[i].octree.mesh()) : bodies[i].shape();
  };
  const Shape shape_a = shape_of(a), shape_b = shape_of(b);
  const auto placed = [&](const Shape& shape, std::uint32_t i) {
    MotionState at;
    at.pose = part.bodies[i].sweep.begin;
    return PlacedShape{shape, scene.bodies[i].is_said_hollow(), at};
  };
  return find_inside(placed(shape_a, a), placed(shape_b, b)).answer == InsideAnswer::kYes;
}

PairAnswer OctreeMonitor::State::answer(const IndexPair& pair, const std::vector<Part>& parts,
                                        std::uint64_t max_tests) const {
  PairAnswer result;
  OctreeSweepOptions sweep;
  sweep.margin = (1.0 + kSlack) * margin_of(pair);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Part& part = parts[k];
    Aabb near = part.boxes[pair.first];
    near.lo.array() -= sweep.margin;
    near.hi.array() += sweep.margin;
    if (!near.overlaps(part.boxes[pair.second]) || was_foreseen(pair, part)) continue;
    const std::uint64_t spent = result.counts.node_tests + result.counts.face_tests;
    sweep.max_tests = max_tests - std::min(max_tests, spent);
    SweepAlarm alarm = check_step(part.bodies[pair.first], part.bodies[pair.second], sweep);
    result.counts += alarm.counts;
    alarm.is_inside = !alarm.may_touch && is_one_inside(pair, part, alarm.is_inside);
    if (alarm.is_inside) alarm.earliest = 0.0;
    if (!alarm.may_touch && !alarm.is_inside) continue;
    if (is_refuted(pair, part, result)) continue;
    result.alarm = std::move(alarm);
    result.part = k;
    result.is_alarm = true;
    return result;
  }
  return result;
}

std::uint64_t OctreeMonitor::State::budget() const {
  const double by_clock = options.seconds_per_cycle * tests_per_second;
  if (!(by_clock < 1e18)) return options.tests_per_cycle;
  return std::min(options.tests_per_cycle, static_cast<std::uint64_t>(by_clock));
}

/// Some of the pairs, each with an equal share of the tests that are left, and `more`. Every pair
/// gets an answer, as coarse as it is without any test.
std::vector<PairAnswer> OctreeMonitor::State::round(const std::vector<IndexPair>& pairs,
                                                    const std::vector<std::size_t>& which,
                                                    const std::vector<Part>& parts,
                                                    const query::SharedBudget& left,
                                                    std::uint64_t more) const {
  const std::function<void(double)> in_silence;
  query::Progress progress(in_silence, which.size());
  return query::answer_each(
      {.count = which.size(), .sharing = which.size(), .threads = options.threads}, left, progress,
      [&](std::size_t k, const Budget& share) {
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - more;
        return answer(pairs[which[k]], parts, std::min(share.max_tests, most) + more);
      },
      [&](std::size_t k) { return answer(pairs[which[k]], parts, more); });
}

/// Each pair gets an equal share; what the cheap ones leave goes to those that were cut.
std::vector<PairAnswer> OctreeMonitor::State::answers(const std::vector<IndexPair>& pairs,
                                                      const std::vector<Part>& parts) const {
  Budget tests;
  tests.max_tests = budget();
  query::SharedBudget left(tests);
  std::vector<std::size_t> all(pairs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::uint64_t share = left.share(all.size()).max_tests;
  std::vector<PairAnswer> answers = round(pairs, all, parts, left, 0);
  std::vector<std::size_t> cut;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    left.spend(stats_of(answers[i].counts));
    if (answers[i].alarm.is_coarse) cut.push_back(i);
  }
  if (cut.empty() || left.is_used_up()) return answers;
  std::vector<PairAnswer> again = round(pairs, cut, parts, left, share);
  for (std::size_t k = 0; k < cut.size(); ++k) answers[cut[k]] = std::move(again[k]);
  return answers;
}

MonitorEvent OctreeMonitor::State::event_of(const IndexPair& pair, const PairAnswer& answer,
                                            const std::vector<Part>& parts, double now) const {
  const Interval& span = parts[answer.part].span;
  const auto seconds = [&](double share) { return span.lo + share * (span.hi - span.lo); };
  MonitorEvent event;
  event.a = BodyId(pair.first);
  event.b = BodyId(pair.second);
  event.time = now;
  event.earliest = seconds(answer.alarm.earliest);
  event.is_coarse = answer.alarm.is_coarse;
  event.is_inside = answer.alarm.is_inside;
  event.faces = answer.alarm.faces;
  for (FacePair& faces : event.faces) faces.earliest = seconds(faces.earliest);
  event.confirmed = answer.confirmed;
  return event;
}

std::vector<MonitorEvent> OctreeMonitor::State::changes(std::map<IndexPair, MonitorEvent> found,
                                                        double now) {
  std::vector<MonitorEvent> events;
  for (auto& [pair, event] : found) {
    const bool is_new = !standing.contains(pair);
    event.kind = is_new ? MonitorEventKind::kAnnounced : MonitorEventKind::kUpdated;
    if (is_new || options.updates) events.push_back(event);
  }
  for (const auto& [pair, event] : standing) {
    if (found.contains(pair)) continue;
    MonitorEvent gone;
    gone.kind = MonitorEventKind::kWithdrawn;
    gone.a = event.a;
    gone.b = event.b;
    gone.time = now;
    gone.earliest = now + options.horizon;
    events.push_back(gone);
  }
  standing = std::move(found);
  return events;
}

void OctreeMonitor::State::account(const std::vector<PairAnswer>& answers, double seconds) {
  report = {};
  report.near_pairs = answers.size();
  report.seconds = seconds;
  for (const PairAnswer& answer : answers) {
    report.counts += answer.counts;
    report.coarse_pairs += answer.alarm.is_coarse;
  }
  const double tests = double(report.counts.node_tests + report.counts.face_tests);
  if (tests > 1000.0) tests_per_second += 0.2 * (tests / seconds - tests_per_second);
}

std::function<ContactReport(const PairQuestion&)> confirm_by_proof() {
  return [](const PairQuestion& question) {
    return graze::answer(question, {.least = Guarantee::kProved});
  };
}

OctreeMonitor::OctreeMonitor(const Scene& scene, const MonitorOptions& options) {
  check(scene);
  query::check(options);
  state_ = std::make_unique<State>(scene, options);
}

OctreeMonitor::~OctreeMonitor() = default;
OctreeMonitor::OctreeMonitor(OctreeMonitor&&) noexcept = default;
OctreeMonitor& OctreeMonitor::operator=(OctreeMonitor&&) noexcept = default;

void OctreeMonitor::observe(const Observation& seen) {
  if (seen.body.index() >= state_->bodies.size()) {
    throw InputError(
        {"observation", "body " + std::to_string(seen.body.index()), "a body of the scene", ""});
  }
  state_->bodies[seen.body.index()].observe(seen,
                                            "observation of " + describe(state_->scene, seen.body));
}

std::vector<MonitorEvent> OctreeMonitor::cycle(double now) {
  State& state = *state_;
  if (!(std::abs(now) <= 1e15) || (state.last_time && now < *state.last_time)) {
    throw InputError({"cycle", number_text(now) + " s", "a time that is not before the last", ""});
  }
  const auto begin = Clock::now();
  std::vector<Part> parts = state.parts(now);
  if (state.extend_half_spaces(parts)) parts = state.parts(now);
  const std::vector<IndexPair> pairs = state.near_pairs(parts);
  const std::vector<PairAnswer> answers = state.answers(pairs, parts);
  std::map<IndexPair, MonitorEvent> found;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (answers[i].is_alarm) found[pairs[i]] = state.event_of(pairs[i], answers[i], parts, now);
  }
  auto events = state.changes(std::move(found), now);
  state.last_time = now;
  for (TrackedBody& body : state.bodies) body.end_cycle(now);
  state.account(answers, std::chrono::duration<double>(Clock::now() - begin).count());
  return events;
}

std::vector<MonitorEvent> OctreeMonitor::announced() const {
  std::vector<MonitorEvent> events;
  for (const auto& [pair, event] : state_->standing) events.push_back(event);
  return events;
}

const CycleReport& OctreeMonitor::last_cycle() const { return state_->report; }

}  // namespace graze
