// SPDX-License-Identifier: MIT
// The documents that the command line writes with --json, read back (docs/report.md).      [G1, G3]
//
// Bodies, links and joints are numbered in the order in which the document first names them:
// `bodies[k]` is the name of BodyId(k). Unknown keys are ignored: documents may grow. Every
// function throws InputError that names line and column (syntax) or the JSON path (meaning).
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

/// "graze report 1": check.
struct ContactDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairReport> reports;
};
ContactDocument parse_report(std::string_view text, const std::string& place = "report");

/// A line of batch.
struct ContactLine {
  std::size_t question = 0;
  PairReport report;
};
/// New names are added to `bodies`.
ContactLine parse_report_line(std::string_view line, const std::string& place,
                              std::vector<std::string>& bodies);

/// "graze clearance 1": clearance.
struct ClearanceDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairClearance> clearances;
};
ClearanceDocument parse_clearances(std::string_view text, const std::string& place = "clearance");

/// "graze intervals 1": intervals.
struct IntervalsDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairIntervals> pairs;
};
IntervalsDocument parse_intervals(std::string_view text, const std::string& place = "intervals");

/// "graze step 1": step.
struct StepDocument {
  ReportHeader header;  ///< scene, units and span
  std::vector<std::string> bodies;
  SceneWalk walk;
};
StepDocument parse_steps(std::string_view text, const std::string& place = "steps");

/// "graze sweep 1": sweep.
struct SweepDocument {
  std::string robot;
  std::vector<std::string> joints;  ///< places in SweepContact::others
  std::vector<std::string> bodies;
  SweepResult result;  ///< of the reports, only the outcome is known
};
SweepDocument parse_sweep(std::string_view text, const std::string& place = "sweep");

/// "graze acm 1": acm.
struct AuditDocument {
  std::string robot;
  AuditHeader header;
  std::vector<std::string> links;
  std::vector<std::string> joints;  ///< places in LinkPairAudit::witness
  std::vector<LinkPairAudit> audits;
};
AuditDocument parse_audit(std::string_view text, const std::string& place = "acm");
/// One line of the answers that `graze acm --out` writes. Links and joints that are new are added
/// to the names.
LinkPairAudit parse_audit_line(std::string_view line, const std::string& place,
                               std::vector<std::string>& links, std::vector<std::string>& joints);

}  // namespace graze
