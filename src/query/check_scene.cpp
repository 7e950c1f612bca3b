// SPDX-License-Identifier: MIT
#include "graze/query/check_scene.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "graze/query/clearance_curve.h"
#include "graze/query/enclosed_bodies.h"
#include "graze/query/tube.h"
#include "graze/scene/pair_count.h"

namespace graze {
namespace {
void ask_contacts(const PreparedScene& scene, const CheckQuestion& question, CheckResult& result) {
  const auto begin = std::chrono::steady_clock::now();
  if (question.only_first) {
    result.reports.push_back(first_contact(scene, question.contact));
  } else {
    result.reports = contacts_per_pair(scene, question.contact);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void add_warnings(const PreparedScene& scene, CheckResult& result) {
  for (const EnclosedBody& enclosed : enclosed_bodies(scene, result.span.lo)) {
    result.warnings.push_back(warning(scene.scene(), enclosed));
  }
  const auto& notes = scene.scene().notes;
  result.warnings.insert(result.warnings.end(), notes.begin(), notes.end());
}

/// Of a question about some pairs: all of them are listed, and none but them is asked about.
ContactOptions options_for_pairs(ContactOptions options) {
  options.self_contact = false;
  options.far_pairs = true;
  options.progress = {};
  return options;
}

/// Pairs that may touch during a part of the span are asked about over the rest: a question for
/// each part of it.
std::vector<ContactOptions> timed_questions(const CheckQuestion& question, const Interval& span) {
  std::vector<ContactOptions> questions;
  for (const TimedTouch& touch : question.timed) {
    for (const Interval& part : checked_parts(span, touch.allowed)) {
      questions.push_back(options_for_pairs(question.contact));
      questions.back().pairs = touch.pairs;
      questions.back().span = part;
    }
  }
  return questions;
}

void ask_timed(const PreparedScene& scene, const CheckQuestion& question, CheckResult& result) {
  for (const TimedTouch& touch : question.timed) result.checked_pairs += touch.pairs.size();
  for (const ContactOptions& options : timed_questions(question, result.span)) {
    for (PairReport& report : contacts_per_pair(scene, options)) {
      result.reports.push_back(std::move(report));
    }
  }
}

void append(TubeReport next, TubeReport& tube) {
  std::ranges::move(next.pairs, std::back_inserter(tube.pairs));
  const bool is_narrower =
      next.largest_scale && tube.largest_scale.value_or(*next.largest_scale) >= *next.largest_scale;
  if (!is_narrower) return;
  tube.largest_scale = next.largest_scale;
  tube.limiting = next.limiting;
}

/// A tube is free if the pairs that may touch for a while are free in it during the rest, too.
TubeReport ask_tube(const PreparedScene& scene, const CheckQuestion& question,
                    const RobotScene& robot, const Interval& span) {
  const JointTube tube = make_tube(robot, *question.tube);
  TubeReport result = check_tube(scene, robot, tube, options_for_pairs(question.contact));
  for (const ContactOptions& options : timed_questions(question, span)) {
    append(check_tube(scene, robot, tube, options), result);
  }
  return result;
}

void ask_about_robot(const PreparedScene& scene, const CheckQuestion& question,
                     const RobotScene& robot, CheckResult& result) {
  result.robot = &robot;
  if (question.tube) result.tube = ask_tube(scene, question, robot, result.span);
  result.breaches = limit_breaches(robot);
  result.warnings.insert(result.warnings.end(), robot.warnings.begin(), robot.warnings.end());
}
}  // namespace

std::size_t asked_pair_count(const Scene& scene, const ContactOptions& options) {
  if (!options.pairs.empty()) return options.pairs.size();
  const auto deforming = std::ranges::count_if(scene.bodies, &Body::deforms);
  return checked_pair_count(scene) +
         (options.self_contact ? static_cast<std::size_t>(deforming) : 0);
}

CheckResult check_scene(const PreparedScene& scene, const CheckQuestion& question,
                        const RobotScene* robot) {
  CheckResult result;
  result.span = question.contact.span.value_or(scene.scene().span);
  result.margin = question.contact.min_separation;
  result.checked_pairs = asked_pair_count(scene.scene(), question.contact);
  ask_contacts(scene, question, result);
  add_warnings(scene, result);
  if (question.curve_samples) {
    result.curve = clearance_curve(scene, question.contact, *question.curve_samples);
  }
  ask_timed(scene, question, result);
  if (robot != nullptr) ask_about_robot(scene, question, *robot, result);
  return result;
}

std::vector<AnsweredPairs> answers_to_prove(const Scene& scene, const CheckQuestion& question,
                                            const CheckResult& result) {
  const ContactOptions options = options_for_pairs(question.contact);
  if (question.only_first) {
    return {{reports_until(scene, result.reports.front(), options), options}};
  }
  if (!result.tube) return {{result.reports, options}};
  std::vector<AnsweredPairs> answers;
  for (const TubePair& pair : result.tube->pairs) {
    answers.push_back({{pair.report}, options});
    answers.back().options.min_separation += pair.reach;
  }
  return answers;
}

}  // namespace graze
