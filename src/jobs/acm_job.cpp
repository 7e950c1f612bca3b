// SPDX-License-Identifier: MIT
#include "graze/jobs/acm_job.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "graze/base/error.h"
#include "graze/io/read_report.h"
#include "graze/io/robot_digest.h"
#include "graze/io/write_robot.h"
#include "jobs/answer_lines.h"
#include "jobs/cut_short.h"

namespace graze {
namespace {
using OrderedJson = nlohmann::ordered_json;

std::string acm_header(const Robot& robot, const AcmJobOptions& options, std::size_t items) {
  const OrderedJson json{
      {"format", "graze acm answers 1"},     {"version", GRAZE_VERSION},
      {"robot", robot_digest(robot)},        {"items", items},
      {"chunk_items", options.chunk_items},  {"samples", options.audit.samples},
      {"seed", options.audit.seed},          {"sweeps", options.audit.max_sweeps},
      {"tolerance", options.audit.tolerance}};
  return json.dump();
}

AnswerCounts counts_of(const std::vector<LinkPairAudit>& audits) {
  AnswerCounts counts;
  counts.answers = audits.size();
  for (const LinkPairAudit& audit : audits) {
    counts.contacts += audit.touched > 0 || !audit.witness.empty();
    counts.undecided += audit.verdict == TouchVerdict::kNeverSeen;
  }
  return counts;
}
}  // namespace

Job acm_job(const Robot& robot, const AcmJobOptions& options) {
  const auto pairs = std::make_shared<const std::vector<LinkPairAudit>>(pairs_to_audit(robot));
  const auto shared = std::make_shared<const Robot>(robot);
  Job job = jobs::sized_job(pairs->size(), options.chunk_items);
  job.header = acm_header(robot, options, pairs->size());
  job.answer = [shared, pairs, options](std::size_t chunk,
                                        const Budget& budget) -> std::optional<ChunkAnswer> {
    const jobs::CutShort cut_short(budget);
    const std::size_t first = chunk * options.chunk_items;
    const std::size_t end = std::min(pairs->size(), first + options.chunk_items);
    TouchAuditOptions own = options.audit;
    own.budget = budget;
    const auto audits = audit_touches(*shared,
                                      {pairs->begin() + static_cast<std::ptrdiff_t>(first),
                                       pairs->begin() + static_cast<std::ptrdiff_t>(end)},
                                      own);
    if (cut_short.now()) return std::nullopt;
    ChunkAnswer answer{{}, counts_of(audits)};
    for (std::size_t i = 0; i < audits.size(); ++i) {
      answer.lines += audit_line(*shared, first + i + 1, audits[i]) + "\n";
    }
    return answer;
  };
  return job;
}

std::vector<LinkPairAudit> read_acm_answers(const Robot& robot, const Job& job,
                                            const std::filesystem::path& file) {
  std::vector<std::string> links, joints;
  for (const RobotLink& link : robot.links) links.push_back(link.name);
  for (const std::size_t j : moved_joints(robot)) joints.push_back(robot.joints[j].name);
  std::vector<LinkPairAudit> audits;
  const auto take = [&](std::size_t, const std::string& line, const std::string& place) {
    LinkPairAudit& audit = audits.emplace_back(parse_audit_line(line, place, links, joints));
    std::map<std::string, double> values;
    for (std::size_t i = 0; i < audit.witness.size(); ++i) values[joints[i]] = audit.witness[i];
    if (!values.empty()) audit.witness = with_values(robot, home_values(robot), values);
  };
  jobs::for_each_answer(job, file, take);
  return audits;
}

}  // namespace graze
