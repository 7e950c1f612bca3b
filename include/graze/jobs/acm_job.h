// SPDX-License-Identifier: MIT
// The job that asks which pairs of a robot's links touch.                                 [G3, G5]
#pragma once
#include <graze/contact/link_audit.h>
#include <graze/jobs/job.h>
#include <graze/query/touch_audit.h>

#include <filesystem>
#include <vector>

namespace graze {

struct AcmJobOptions {
  TouchAuditOptions audit = {};  ///< its budget is not used: run_job has its own
  std::size_t chunk_items = 8;   ///< >= 1 pairs of links; the most that a killed process can lose
};

/// One answer (audit_line) for each of pairs_to_audit. Throws InputError for bad options.
Job acm_job(const Robot& robot, const AcmJobOptions& options);

/// The audits that a whole file of such a job holds. Throws InputError for a file of another job,
/// or one that is not whole.
std::vector<LinkPairAudit> read_acm_answers(const Robot& robot, const Job& job,
                                            const std::filesystem::path& file);

}  // namespace graze
