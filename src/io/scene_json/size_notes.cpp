// SPDX-License-Identifier: MIT
#include "io/scene_json/size_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::scene_json {
namespace {
/// The size of most bodies; 0: there are none.
double median_size(std::vector<double> sizes) {
  std::erase(sizes, 0.0);
  if (sizes.empty()) return 0.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

bool is_from_file(const Body& body) {
  return body.shape.source().find('.') != std::string::npos && !body.deforms();
}
}  // namespace

std::vector<std::string> notes_on_sizes(const Scene& scene) {
  std::vector<double> sizes;
  for (const Body& body : scene.bodies) {
    sizes.push_back(body.shape.mesh().is_empty() ? 0.0 : body.shape.mesh().bounds().diagonal());
  }
  const double median = median_size(sizes);
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double others = sizes.size() == 2 ? sizes[1 - i] : median;
    if (!is_from_file(scene.bodies[i]) || !(sizes[i] > 0.0) || !(others > 0.0)) continue;
    const bool is_large = sizes[i] > others;
    const double ratio = is_large ? sizes[i] / others : others / sizes[i];
    if (ratio < 100.0) continue;
    notes.push_back(fmt::format(
        "body '{}' ({}) is {:.0f} times {} than the bodies around it: is its file in {}? Then "
        "write "
        "\"scale\": {} beside its path",
        scene.bodies[i].name, scene.bodies[i].shape.source(), ratio,
        is_large ? "larger" : "smaller",
        is_large ? "mm and the scene in m" : "m and the scene in mm", is_large ? "0.001" : "1000"));
  }
  return notes;
}

}  // namespace graze::scene_json
