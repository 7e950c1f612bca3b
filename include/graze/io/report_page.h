// SPDX-License-Identifier: MIT
// A report to send: one HTML file that shows a scene, its motion and the answers, offline.     [G4]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/scene/scene.h>

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// A band that contains the smallest distance at every instant, for the plot below the view.
struct PlottedCurve {
  std::vector<double> times;  ///< seconds
  std::vector<double> lower;  ///< scene units
  std::vector<double> upper;
};

/// A file that the page carries, so that its reader can ask again and check the proof.
struct PageFile {
  std::string name;   ///< "scene.json", "proof.graze"
  std::string bytes;  ///< written compressed
};

/// What the page says besides the scene and its answers.
struct ReportPage {
  std::string name;
  std::string command;  ///< the command that asks the question again
  std::string version;
  double seconds = 0.0;  ///< wall-clock time of the question
  std::string up = "z";  ///< "y" or "z"
  std::string asked =
      "{}";  ///< options of the question, JSON: the page sends them with the next one
  std::optional<PlottedCurve> curve = {};
  std::string batch = {};  ///< JSON about other questions of the batch; docs/report_page.md
  std::vector<PageFile> files = {};
  bool live = false;  ///< a server is behind the page and answers further questions
  bool bare = false;  ///< only hashes of meshes: the reader asks for those it lacks
};

/// The JSON that the page shows: docs/report_page.md. Each mesh is written once, as floats about
/// its own centre. Poses are sampled, for the eye only. Answers have every digit.
std::string view_document(const Scene& scene, std::span<const PairReport> reports,
                          const ReportPage& page);

/// {"meshes": …}: the scene's meshes that have one of these hashes, with their numbers.
std::string mesh_document(const Scene& scene, const std::set<std::string>& hashes);

/// The axis that a scene.json says points up ("up": "y" or "z"; "z" where it does not say).
std::string up_of(std::string_view scene_json);
/// The text that format_scene gave, with that axis added unless it is z.
std::string with_up(std::string scene_json, std::string_view up);

/// The film that a page recorded of itself, found in the page's text; empty if there is none.
std::string film_in_page(std::string_view text);

/// The page with that document in it. `page_template` is the built page (page/). Throws InputError
/// if it has no place for data.
std::string report_html(std::string_view page_template, std::string_view document);

}  // namespace graze
