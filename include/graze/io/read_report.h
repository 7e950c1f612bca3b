// SPDX-License-Identifier: MIT
// Reads the documents that the command line writes with --json (docs/report.md).           [G1, G3]
//
// Bodies, links and joints are numbered in the order in which the document first names them:
// `bodies[k]` is the name of BodyId(k). Unknown keys are ignored, since documents may grow. Every
// function throws InputError with line and column (syntax) or the JSON path (meaning).
#pragma once
#include <graze/contact/clearance_curve.h>
#include <graze/contact/joint_sweep.h>
#include <graze/contact/link_audit.h>
#include <graze/contact/pair_report.h>
#include <graze/contact/scene_event.h>
#include <graze/io/write_report.h>
#include <graze/io/write_robot.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graze {

/// "graze clearance curve 1", written by `graze clearance --curve`. Only outcome, distance and time
/// are known of a pair; distances that are null are infinite.
struct CurveDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  ClearanceCurve curve;
};
CurveDocument parse_curve(std::string_view text, const std::string& place = "curve");

/// What a report says of a tube.
struct TubeDocument {
  struct Pair {
    BodyId a, b;
    double reach = 0.0;  ///< scene units
    Outcome outcome = Outcome::kSeparated;
    double free_until = 0.0;  ///< seconds
  };
  bool is_free = false;
  std::optional<double> largest_scale = {};                ///< see TubeReport
  std::optional<std::pair<BodyId, BodyId>> limiting = {};  ///< the pair that sets it
  std::vector<Pair> pairs = {};
};

/// "graze report 1", written by `graze check`.
struct ContactDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairReport> reports;
  std::optional<double> fps = {};           ///< frames per second, where they were asked for
  std::optional<TubeDocument> tube = {};    ///< of a robot's trajectory
  std::optional<CurveDocument> curve = {};  ///< --clearance; with names of its own
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
