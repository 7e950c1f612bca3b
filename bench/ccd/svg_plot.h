// SPDX-License-Identifier: MIT
// A log-log plot as an SVG file.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace graze::bench {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< both coordinates > 0
};

struct Plot {
  std::string title, x, y;
  std::vector<Series> series;
};

void write_svg(const std::string& path, const Plot& plot);

/// Slope of the line that fits the points' logarithms best.
double log_slope(const std::vector<std::pair<double, double>>& points);

}  // namespace graze::bench
