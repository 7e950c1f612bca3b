// SPDX-License-Identifier: MIT
// The documents of reports that are sent: the answers, and what their reader needs to ask again and
// to check them.                                                                          [G4, C8]
#pragma once
#include <graze/io/report_page.h>
#include <graze/jobs/batch_job.h>
#include <graze/query/prepared_scene.h>

#include <string>

namespace graze {

struct ReportParts {
  std::size_t curve = 40;  ///< steps of the clearance curve; less than 2: none
  bool plain = false;      ///< without the scene and its proofs
  bool asks = true;        ///< false: the scene is only shown
};

struct ReportDocument {
  std::string document;       ///< for report_html
  std::size_t undecided = 0;  ///< pairs, or questions
  std::string why_plain;  ///< why the scene could not be put in; empty: it is, or was not wanted
};

/// Asks each pair of a scene. Throws InputError.
ReportDocument report_document(const PreparedScene& scene, const ContactOptions& options,
                               ReportPage page, const ReportParts& parts);

/// Asks the first contact of each question. The `shown` worst, see worst_questions, are asked in
/// full and put into one page. A question without a span has that of the options. Throws
/// InputError.
ReportDocument batch_document(const PreparedScene& scene, const QuestionLines& questions,
                              const ContactOptions& options, const ReportPage& page,
                              const ReportParts& parts, std::size_t shown);

}  // namespace graze
