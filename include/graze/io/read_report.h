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
#include <graze/scene/joint_trajectory.h>

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

/// What a report says of a robot beside the contacts.
struct RobotPart {
  struct Contact {
    std::size_t report = 0;  ///< the contact is that of reports[report]
    std::optional<std::size_t> segment =
        {};                           ///< between this waypoint of a trajectory and the next
    std::vector<double> joints = {};  ///< when they touch, in the order of the names
    std::vector<double> joints_last_safe = {};  ///< empty if they touch at the start
  };
  std::string name;
  std::vector<std::string> joints;
  std::vector<Contact> contacts;
  std::vector<TrajectoryBreach> limit_breaches;  ///< their joints are places in the names
};

/// "graze report 1", written by `graze check`.
struct ContactDocument {
  ReportHeader header;
  std::vector<std::string> bodies;
  std::vector<PairReport> reports;
  std::optional<double> fps = {};  ///< frames per second, where they were asked for
  std::optional<RobotPart> robot = {};
  std::optional<TubeDocument> tube = {};    ///< of a robot's trajectory
  std::optional<CurveDocument> curve = {};  ///< --clearance; with names of its own
};
ContactDocument parse_report(std::string_view text, const std::string& place = "report");

/// One line of the answers of `graze batch`, in its three forms (--form).
struct ContactLine {
  std::size_t question = 0;
  PairReport report;
};
struct CompactLine {
  std::size_t question = 0;
  Outcome outcome = Outcome::kUndecided;
  std::optional<std::pair<BodyId, BodyId>> pair = {};  ///< if the bodies touch
  std::optional<Interval> time = {};                   ///< unless they stay apart
};
struct VerdictLine {
  std::size_t first_question = 0;
  std::vector<Outcome> verdicts;
};
/// Both add new names to `bodies`.
ContactLine parse_report_line(std::string_view line, const std::string& place,
                              std::vector<std::string>& bodies);
CompactLine parse_compact_line(std::string_view line, const std::string& place,
                               std::vector<std::string>& bodies);
VerdictLine parse_verdict_line(std::string_view line, const std::string& place);

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
