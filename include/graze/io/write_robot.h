// SPDX-License-Identifier: MIT
// Answers about robots as JSON and SRDF (docs/report.md, docs/robots.md).                     [G3]
#pragma once
#include <graze/contact/joint_sweep.h>
#include <graze/contact/link_audit.h>
#include <graze/io/write_report.h>
#include <graze/scene/robot_scene.h>

#include <cstdint>
#include <span>
#include <string>

namespace graze {

/// report_document with `segment`, `joints` and `joints_last_safe` in each contact, and
/// `limit_breaches`.
std::string robot_report_document(const RobotScene& robot, const ReportHeader& header,
                                  std::span<const PairReport> reports);

/// The document of `graze sweep`.
std::string sweep_document(const RobotScene& robot, const SweepResult& result);

/// How an audit was made.
struct AuditHeader {
  std::size_t samples = 0;
  std::uint64_t seed = 0;
};

/// The document of `graze acm`.
std::string audit_document(const Robot& robot, const AuditHeader& header,
                           std::span<const LinkPairAudit> audits);

/// One pair of that document as one line, numbered from 1: {"question":1,"links":[…],…}.
std::string audit_line(const Robot& robot, std::size_t number, const LinkPairAudit& audit);

/// An SRDF that lists the pairs that need no check, with reasons. Text is escaped for XML.
std::string audit_srdf(const Robot& robot, std::span<const LinkPairAudit> audits);

/// "never (in samples), proved for 12.3 % of the range".
std::string verdict_text(const LinkPairAudit& audit);

}  // namespace graze
