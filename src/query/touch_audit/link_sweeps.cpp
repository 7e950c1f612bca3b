// SPDX-License-Identifier: MIT
#include "query/touch_audit/link_sweeps.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace graze::query {
namespace {
constexpr std::uint64_t kTestsPerSweep = 20'000;  // beyond it two smaller cells are cheaper

Scene with_span(Scene scene) {
  scene.span = {0.0, 1.0};
  return scene;
}

ContactReport answer(const PairWork& work, const CandidatePair& near,
                     const ContactOptions& options) {
  return work.answer(near.a, near.b, {options.span->hi, options.budget});
}

std::vector<double> between(const std::vector<double>& from, const std::vector<double>& to,
                            double t) {
  std::vector<double> values;
  for (std::size_t i = 0; i < from.size(); ++i) values.push_back(std::lerp(from[i], to[i], t));
  return values;
}
}  // namespace

LinkSweeps::LinkSweeps(const Robot& robot, const TouchAuditOptions& options,
                       const SharedBudget& budget)
    : robot_(robot),
      options_(options),
      budget_(budget),
      bodies_(add_robot(scene_, robot)),
      prepared_(with_span(scene_)) {}

SweepAnswer LinkSweeps::sweep(const LinkPair& pair, const std::vector<double>& from,
                              const std::vector<double>& to, double margin) const {
  ContactOptions options = options_for(from == to ? Interval(0.0) : Interval(0.0, 1.0), margin);
  options.budget.max_tests = kTestsPerSweep;
  add_body_pairs(pair.a, pair.b, options.pairs);
  const PairWork work(prepared_, motions_between(from, to), options, method_table());
  for (const CandidatePair& near : work.candidates()) {
    const ContactReport report = answer(work, near, options);
    if (are_apart_throughout(report)) continue;
    if (report.outcome == Outcome::kUndecided) return {};
    const bool at_start = report.start != StartState::kApart;
    return {false, between(from, to, at_start ? options.span->lo : report.time.hi)};
  }
  return {true, {}};
}

std::vector<LinkSweeps::Seen> LinkSweeps::touching(const std::vector<LinkPairAudit>& audits,
                                                   const std::vector<double>& values) const {
  if (is_out_of_budget()) return std::vector<Seen>(audits.size(), Seen::kNothing);
  std::vector<Seen> seen(audits.size(), Seen::kApart);
  std::map<IdPair, std::size_t> audit_of;
  ContactOptions options = options_for(Interval(0.0), 0.0);
  for (std::size_t i = 0; i < audits.size(); ++i) {
    if (audits[i].verdict == TouchVerdict::kAdjacent) continue;
    std::vector<IdPair> pairs;
    add_body_pairs(audits[i].a, audits[i].b, pairs);
    for (const IdPair& pair : pairs) {
      audit_of[std::minmax(pair.first, pair.second)] = i;
      options.pairs.push_back(pair);
    }
  }
  if (options.pairs.empty()) return seen;
  const PairWork work(prepared_, motions_between(values, values), options, method_table());
  for (const CandidatePair& near : work.candidates()) {
    Seen& links = seen[audit_of.at({near.a, near.b})];
    if (links == Seen::kTouching) continue;
    const ContactReport report = answer(work, near, options);
    if (are_apart_throughout(report)) continue;
    links = report.outcome == Outcome::kUndecided ? Seen::kNothing : Seen::kTouching;
  }
  return seen;
}

ContactOptions LinkSweeps::options_for(const Interval& span, double margin) const {
  ContactOptions options;
  options.threads = 1;
  options.tolerance = options_.tolerance;
  options.min_separation = margin;
  options.span = span;
  options.budget = budget_.share(1);
  options.budget.max_tests = 2'000'000;
  return options;
}

void LinkSweeps::add_body_pairs(std::size_t a, std::size_t b, std::vector<IdPair>& pairs) const {
  for (const BodyId first : bodies_.all[a]) {
    for (const BodyId second : bodies_.all[b]) pairs.emplace_back(first, second);
  }
}

std::vector<Motion> LinkSweeps::motions_between(const std::vector<double>& from,
                                                const std::vector<double>& to) const {
  std::vector<Motion> motions = prepared_.body_motions();
  for (MotionChange& change : robot_motions(robot_, bodies_, from, to, {0.0, 1.0})) {
    motions[change.body.index()] = std::move(change.motion);
  }
  return motions;
}

}  // namespace graze::query
