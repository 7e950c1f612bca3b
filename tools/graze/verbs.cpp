// SPDX-License-Identifier: MIT
#include "verbs.h"

#include <CLI/CLI.hpp>

namespace graze::tool {

void add_verbs(CLI::App& app, int& exit_code) {
  add_check_verb(app, exit_code);
  add_report_verb(app, exit_code);
  add_view_verb(app, exit_code);
  add_batch_verb(app, exit_code);
  add_merge_verb(app, exit_code);
  add_clearance_verb(app, exit_code);
  add_monitor_verb(app, exit_code);
  add_volume_verb(app, exit_code);
  add_interference_verb(app, exit_code);
  add_free_verb(app, exit_code);
  add_sweep_verb(app, exit_code);
  add_acm_verb(app, exit_code);
  add_intervals_verb(app, exit_code);
  add_step_verb(app, exit_code);
  add_simulate_verb(app, exit_code);
  add_replay_verb(app, exit_code);
  add_bisection_verb(app, exit_code);
  add_boxes_verb(app, exit_code);
  add_octree_verb(app, exit_code);
  add_info_verb(app, exit_code);
  add_convert_verb(app, exit_code);
  add_shape_verb(app, exit_code);
  add_export_verb(app, exit_code);
  add_queries_verb(app, exit_code);
  add_crossings_verb(app, exit_code);
  add_deform_verb(app, exit_code);
  add_verify_verb(app, exit_code);
  add_truth_verb(app, exit_code);
  add_score_verb(app, exit_code);
  add_repair_verb(app, exit_code);
  add_manual_verbs(app, exit_code);
}

}  // namespace graze::tool
