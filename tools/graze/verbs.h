// SPDX-License-Identifier: MIT
// What a verb is: a function that adds its subcommand. Its callback sets the exit code.
#pragma once

namespace CLI {
class App;
}

namespace graze::tool {

enum ExitCode {
  kFine = 0,      ///< no contact, nothing wrong
  kFound = 1,     ///< contact, false negative, refused proof
  kBadInput = 2,  ///< bad input or usage
  kUnknown = 3,   ///< undecided
  kNothing = 4,   ///< nothing was checked
};

/// Adds every verb; `exit_code` outlives the parse.
void add_verbs(CLI::App& app, int& exit_code);

void add_acm_verb(CLI::App& app, int& exit_code);
void add_batch_verb(CLI::App& app, int& exit_code);
void add_bisection_verb(CLI::App& app, int& exit_code);
void add_boxes_verb(CLI::App& app, int& exit_code);
void add_clearance_verb(CLI::App& app, int& exit_code);
void add_check_verb(CLI::App& app, int& exit_code);
void add_convert_verb(CLI::App& app, int& exit_code);
void add_crossings_verb(CLI::App& app, int& exit_code);
void add_deform_verb(CLI::App& app, int& exit_code);
void add_export_verb(CLI::App& app, int& exit_code);
void add_free_verb(CLI::App& app, int& exit_code);
void add_interference_verb(CLI::App& app, int& exit_code);
void add_info_verb(CLI::App& app, int& exit_code);
void add_manual_verbs(CLI::App& app, int& exit_code);
void add_merge_verb(CLI::App& app, int& exit_code);
void add_monitor_verb(CLI::App& app, int& exit_code);
void add_intervals_verb(CLI::App& app, int& exit_code);
void add_octree_verb(CLI::App& app, int& exit_code);
void add_queries_verb(CLI::App& app, int& exit_code);
void add_repair_verb(CLI::App& app, int& exit_code);
void add_report_verb(CLI::App& app, int& exit_code);
void add_replay_verb(CLI::App& app, int& exit_code);
void add_score_verb(CLI::App& app, int& exit_code);
void add_shape_verb(CLI::App& app, int& exit_code);
void add_simulate_verb(CLI::App& app, int& exit_code);
void add_view_verb(CLI::App& app, int& exit_code);
void add_volume_verb(CLI::App& app, int& exit_code);
void add_truth_verb(CLI::App& app, int& exit_code);
void add_sweep_verb(CLI::App& app, int& exit_code);
void add_verify_verb(CLI::App& app, int& exit_code);
void add_step_verb(CLI::App& app, int& exit_code);

}  // namespace graze::tool
