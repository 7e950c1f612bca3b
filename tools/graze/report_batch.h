// SPDX-License-Identifier: MIT
// A report of many questions about one scene: the worst of them first.                    [G4, C8]
#pragma once
#include <optional>
#include <string>

#include "graze/io/report_page.h"
#include "graze/query/prepared_scene.h"

namespace CLI {
class App;
}

namespace graze::tool {

/// As typed.
struct BatchReport {
  std::string motions;                   ///< one question per line
  std::optional<std::size_t> stretches;  ///< or the span in so many parts
  std::size_t worst = 20;                ///< that are shown
};
void add_batch_report_options(CLI::App& verb, BatchReport& arguments);
bool is_asked(const BatchReport& arguments);
/// As it is typed after `graze batch SCENE`.
std::string asked_text(const BatchReport& arguments);

struct BatchDocument {
  std::string document;
  std::size_t undecided = 0;  ///< questions
};

/// How much is put into the page about each question that is shown.
struct MomentParts {
  std::size_t curve = 40;
  bool plain = false;
};

/// All questions are asked for their first contact. Those that touch come first, soonest first;
/// then what is undecided; then the others by their smallest distance. The worst are asked in full
/// and put into one page. Throws InputError.
BatchDocument batch_document(const PreparedScene& scene, const BatchReport& arguments,
                             const ContactOptions& options, const ReportPage& page,
                             const MomentParts& parts);

}  // namespace graze::tool
