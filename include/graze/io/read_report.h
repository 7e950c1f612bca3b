// SPDX-License-Identifier: MIT
// Reads the documents that the command line writes with --json (docs/report.md).           [G1, G3]
//
// Bodies, links and joints are numbered in the order in which the document first names them:
// `bodies[k]` is the name of BodyId(k). Unknown keys are ignored, since documents may grow. Every
// function throws InputError with line and column (syntax) or the JSON path (meaning).
#pragma once
#include <graze/contact/joint_sweep.h>
#include <graze/contact/link_audit.h>
#include <graze/contact/pair_report.h>
#include <graze/contact/scene_event.h>
#include <graze/io/write_report.h>
#include <graze/io/write_robot.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// "graze report 1", written by `graze check`.
struct ContactDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairReport> reports;
};
ContactDocument parse_report(std::string_view text, const std::string& place = "report");

/// One line of the answers of `graze batch`.
struct ContactLine {
  std::size_t question = 0;
  PairReport report;
};
/// Adds new names to `bodies`.
ContactLine parse_report_line(std::string_view line, const std::string& place,
                              std::vector<std::string>& bodies);

/// "graze clearance 1", written by `graze clearance`.
struct ClearanceDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairClearance> clearances;
};
ClearanceDocument parse_clearances(std::string_view text, const std::string& place = "clearance");

/// "graze intervals 1", written by `graze intervals`.
struct IntervalsDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairIntervals> pairs;
};
IntervalsDocument parse_intervals(std::string_view text, const std::string& place = "intervals");

/// "graze step 1", written by `graze step`.
struct StepDocument {
  ReportHeader header;  ///< scene, units and span
  std::vector<std::string> bodies;
  SceneWalk walk;
};
StepDocument parse_steps(std::string_view text, const std::string& place = "steps");

/// "graze sweep 1", written by `graze sweep`.
struct SweepDocument {
  std::string robot;
  std::vector<std::string> joints;  ///< in the order of SweepContact::others
  std::vector<std::string> bodies;
  SweepResult result;  ///< its reports hold only the outcome
};
SweepDocument parse_sweep(std::string_view text, const std::string& place = "sweep");

/// "graze acm 1", written by `graze acm`.
struct AuditDocument {
  std::string robot;
  AuditHeader header;
  std::vector<std::string> links;
  std::vector<std::string> joints;  ///< in the order of LinkPairAudit::witness
  std::vector<LinkPairAudit> audits;
};
AuditDocument parse_audit(std::string_view text, const std::string& place = "acm");
/// One line of the answers that `graze acm --out` writes. Adds new links and joints to the names.
LinkPairAudit parse_audit_line(std::string_view line, const std::string& place,
                               std::vector<std::string>& links, std::vector<std::string>& joints);

}  // namespace graze
