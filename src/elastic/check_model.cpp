// SPDX-License-Identifier: MIT
// Refuses a model that cannot be simulated, with the first error found.                        [V4]
#include <algorithm>
#include <cmath>

#include "elastic/check_muscles.h"
#include "elastic/closed_surface.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/elastic/elastic_model.h"

namespace graze {
namespace {
constexpr double kMostStiffness = 1e15;

std::string numbered(const char* list, std::size_t k) {
  return std::string(list) + "[" + std::to_string(k) + "]";
}

[[noreturn]] void refuse_model(std::string place, std::string found, std::string expected) {
  throw InputError({std::move(place), std::move(found), std::move(expected), ""});
}

void check_nodes(const ElasticModel& model) {
  if (model.nodes.empty()) refuse_model("nodes", "none", "at least one");
  if (model.masses.size() != model.nodes.size()) {
    refuse_model("masses", std::to_string(model.masses.size()),
                 "one for each of " + std::to_string(model.nodes.size()) + " nodes");
  }
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (!model.nodes[n].allFinite()) {
      refuse_model(numbered("nodes", n), "a number that is not finite", "finite coordinates");
    }
    if (!(model.masses[n] > 0.0 && model.masses[n] < 1e30)) {
      refuse_model(numbered("masses", n), number_text(model.masses[n]), "a mass > 0");
    }
  }
}

template <typename Numbers>
void check_numbers(const ElasticModel& model, const std::string& place, const Numbers& numbers) {
  for (const std::uint32_t node : numbers) {
    if (node < model.nodes.size()) continue;
    refuse_model(place, "node " + std::to_string(node),
                 "one of " + std::to_string(model.nodes.size()) + " nodes");
  }
}

void check_cells(const ElasticModel& model) {
  if (!model.cells.empty() && !(model.cell_size > 0.0 && model.cell_size < 1e12)) {
    refuse_model("cell_size", number_text(model.cell_size), "a length > 0");
  }
  for (std::size_t k = 0; k < model.cells.size(); ++k) {
    check_numbers(model, numbered("cells", k), model.cells[k].nodes);
    const double fill = model.cells[k].fill;
    if (fill > 0.0 && fill <= 1.0) continue;
    refuse_model(numbered("cells", k) + ".fill", number_text(fill), "a share in (0, 1]");
  }
}

void check_springs(const ElasticModel& model) {
  for (std::size_t k = 0; k < model.springs.size(); ++k) {
    const Spring& spring = model.springs[k];
    check_numbers(model, numbered("springs", k), std::array{spring.a, spring.b});
    if (spring.a == spring.b) refuse_model(numbered("springs", k), "one node twice", "two nodes");
    if (spring.stiffness > 0.0 && spring.stiffness < kMostStiffness && spring.damping >= 0.0 &&
        spring.damping < kMostStiffness) {
      continue;
    }
    refuse_model(numbered("springs", k), "a stiffness or damping out of range",
                 "a stiffness > 0 and a damping >= 0");
  }
}

void check_weights(const ElasticModel& model) {
  const auto rest = model.surface.vertices();
  const std::size_t vertices = rest.size();
  const double near = 1e-6 * model.surface.bounds().diagonal();
  if (model.first_weight.size() != vertices + 1 || model.first_weight.front() != 0 ||
      model.first_weight.back() != model.weights.size() ||
      !std::ranges::is_sorted(model.first_weight)) {
    refuse_model("weights", "lists that do not fit the surface",
                 "one for each of " + std::to_string(vertices) + " vertices");
  }
  for (std::size_t v = 0; v < vertices; ++v) {
    double sum = 0.0;
    Vec3 place = Vec3::Zero();
    for (const auto& w : model.weights_of(v)) {
      check_numbers(model, numbered("weights", v), std::array{w.node});
      sum += w.weight;
      place += w.weight * model.nodes[w.node];
    }
    if (!(std::abs(sum - 1.0) <= 1e-9)) {
      refuse_model(numbered("weights", v), "a sum of " + number_text(sum), "weights that sum to 1");
    }
    if ((place - rest[v]).norm() <= near) continue;
    refuse_model(numbered("weights", v), "a place that is not the vertex",
                 "the vertex as a mean of nodes at rest");
  }
}
}  // namespace

void check(const ElasticModel& model) {
  check(model.material);
  check_nodes(model);
  check_cells(model);
  if (!model.tetrahedra.empty()) check(TetrahedralMesh{model.nodes, model.tetrahedra});
  check_springs(model);
  elastic::check_muscles(model);
  check_numbers(model, "pinned", model.pinned);
  if (!std::ranges::is_sorted(model.pinned)) refuse_model("pinned", "no order", "ascending nodes");
  elastic::refuse_open_surface(model.surface);
  check_weights(model);
}

}  // namespace graze
