// SPDX-License-Identifier: MIT
// Elements whose rest length changes over time.                                               [V4]
#include <algorithm>
#include <cmath>

#include "elastic/check_muscles.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/elastic/elastic_model.h"

namespace graze {
namespace {
[[noreturn]] void refuse_muscle(const std::string& place, std::string found, std::string expected) {
  throw InputError({place, std::move(found), std::move(expected), ""});
}

void check_curve(const StrainCurve& curve, const std::string& place) {
  if (curve.times.empty() || curve.times.size() != curve.strains.size()) {
    refuse_muscle(place + ".strain",
                  std::to_string(curve.times.size()) + " times and " +
                      std::to_string(curve.strains.size()) + " strains",
                  "at least one of each, as many of both");
  }
  for (std::size_t k = 0; k < curve.times.size(); ++k) {
    const double time = curve.times[k], strain = curve.strains[k];
    if (!std::isfinite(time) || (k > 0 && !(time > curve.times[k - 1]))) {
      refuse_muscle(place + ".strain", "time " + number_text(time), "times that ascend");
    }
    if (!(strain >= -0.9 && strain <= 10.0)) {
      refuse_muscle(place + ".strain", number_text(strain), "a strain from -0.9 to 10");
    }
  }
  if (curve.period == 0.0) return;
  if (!(curve.period > curve.times.back() && std::isfinite(curve.period))) {
    refuse_muscle(place + ".period", number_text(curve.period), "0, or more than the last time");
  }
  if (!(curve.times.front() >= 0.0)) {
    refuse_muscle(place + ".strain", "time " + number_text(curve.times.front()),
                  "times >= 0 where there is a period");
  }
}

void check_elements(const std::vector<std::uint32_t>& elements, std::size_t count,
                    const std::string& place) {
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (elements[k] >= count) {
      refuse_muscle(place, std::to_string(elements[k]), "one of " + std::to_string(count));
    }
    if (k > 0 && elements[k] <= elements[k - 1])
      refuse_muscle(place, "no order", "ascending numbers");
  }
}

template <typename Elements, typename Middle>
std::vector<std::uint32_t> inside(const Elements& elements, const Aabb& box, const Middle& middle) {
  std::vector<std::uint32_t> found;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (box.contains(middle(elements[k]))) found.push_back(static_cast<std::uint32_t>(k));
  }
  return found;
}
}  // namespace

double StrainCurve::at(double time) const {
  const double t = period > 0.0 ? time - period * std::floor(time / period) : time;
  const auto next = std::ranges::upper_bound(times, t);
  const auto k = static_cast<std::size_t>(next - times.begin());
  if (k == times.size() && period > 0.0) {  // back to the first
    const double share = (t - times.back()) / (period + times.front() - times.back());
    return strains.back() + share * (strains.front() - strains.back());
  }
  if (k == times.size()) return strains.back();
  if (k == 0 && period > 0.0) {
    const double share = (t + period - times.back()) / (period + times.front() - times.back());
    return strains.back() + share * (strains.front() - strains.back());
  }
  if (k == 0) return strains.front();
  const double share = (t - times[k - 1]) / (times[k] - times[k - 1]);
  return strains[k - 1] + share * (strains[k] - strains[k - 1]);
}

void elastic::check_muscles(const ElasticModel& model) {
  for (std::size_t m = 0; m < model.muscles.size(); ++m) {
    const Muscle& muscle = model.muscles[m];
    const std::string place = "muscles[" + std::to_string(m) + "]";
    check_elements(muscle.cells, model.cells.size(), place + ".cells");
    check_elements(muscle.tetrahedra, model.tetrahedra.size(), place + ".tetrahedra");
    check_elements(muscle.springs, model.springs.size(), place + ".springs");
    if (!(std::abs(muscle.direction.norm() - 1.0) <= 1e-9)) {
      refuse_muscle(place + ".direction", number_text(muscle.direction.norm()),
                    "a direction of length 1");
    }
    check_curve(muscle.strain, place);
  }
}

void add_muscle(ElasticModel& model, const Aabb& box, const Vec3& direction,
                const StrainCurve& strain) {
  const double length = direction.norm();
  if (!(length > 0.0 && std::isfinite(length))) {
    refuse_muscle("direction of a muscle", "zero", "a direction");
  }
  const auto mean = [&](const auto& nodes) {
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t n : nodes) sum += model.nodes[n];
    return Vec3(sum / static_cast<double>(nodes.size()));
  };
  Muscle muscle{inside(model.cells, box, [&](const LatticeCell& c) { return mean(c.nodes); }),
                inside(model.tetrahedra, box, mean),
                inside(model.springs, box,
                       [&](const Spring& s) {
                         return mean(std::array{s.a, s.b});
                       }),
                direction / length, strain};
  if (muscle.cells.empty() && muscle.tetrahedra.empty() && muscle.springs.empty()) {
    throw InputError({"box of a muscle", "no element whose middle is inside", "at least one",
                      "make the box larger, or the lattice finer"});
  }
  model.muscles.push_back(std::move(muscle));
  elastic::check_muscles(model);
}

}  // namespace graze
