// SPDX-License-Identifier: MIT
// The questions that the page may ask, read from JSON.
#pragma once
#include <optional>
#include <string>

#include "graze/io/report_page.h"
#include "graze/query/prepared_scene.h"
#include "io/json/json_cursor.h"

namespace graze::server {

struct Question {
  Scene scene;  ///< with the motions that were asked about
  ContactOptions options;
  std::size_t curve = 0;  ///< instants of the clearance curve; 0: none
};

/// {"motions", "joints", "span"} as a line of a batch, and "tolerance", "separation", "pairs",
/// "all_contacts", "method", "guarantee", "curve"; missing keys are as in `options`. Throws
/// InputError that names the place.
Question read_question(const json::JsonCursor& cursor, Scene scene, const ContactOptions& options);

/// Throws InputError if a scene names files: what comes over the wire reads nothing by path.
void refuse_files(const json::JsonCursor& scene);

}  // namespace graze::server
