// SPDX-License-Identifier: MIT
#include "ccd/svg_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

namespace graze::bench {
namespace {
constexpr double kWidth = 640, kHeight = 420, kLeft = 80, kTop = 40, kBottom = 370, kRight = 480;

/// Whole decades that hold all values.
struct Axis {
  double lo = 1e300, hi = -1e300;
  void add(double value) {
    lo = std::min(lo, std::floor(std::log10(value)));
    hi = std::max(hi, std::ceil(std::log10(value)));
  }
  double part(double value) const { return (std::log10(value) - lo) / std::max(hi - lo, 1.0); }
};

std::string text(double x, double y, const std::string& words, const char* anchor = "middle") {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", x, y, anchor,
                     words);
}

/// 0.1, 100, 10,000, 1 million
std::string tick_label(double value) {
  if (value >= 1e6) return fmt::format("{:g} million", 1e-6 * value);
  const std::string label = fmt::format("{:g}", value);
  return value < 1e3 ? label
                     : label.substr(0, label.size() - 3) + "," + label.substr(label.size() - 3);
}

std::string line(double x0, double y0, double x1, double y1) {
  return fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n", x0,
                     y0, x1, y1);
}

struct Frame {
  Axis x, y;
  double px(double value) const { return kLeft + (kRight - kLeft) * x.part(value); }
  double py(double value) const { return kBottom - (kBottom - kTop) * y.part(value); }

  /// Whole decades; 2 and 5 as well where one decade holds all.
  std::vector<double> x_ticks() const {
    if (x.hi - x.lo == 1.0) {
      const double first = std::pow(10.0, x.lo);
      return {first, 2.0 * first, 5.0 * first, 10.0 * first};
    }
    std::vector<double> ticks;
    for (double e = x.lo; e <= x.hi; ++e) ticks.push_back(std::pow(10.0, e));
    return ticks;
  }

  std::string grid() const {
    std::string svg;
    for (const double value : x_ticks()) {
      svg += line(px(value), kTop, px(value), kBottom) +
             text(px(value), kBottom + 18, tick_label(value));
    }
    for (double e = y.lo; e <= y.hi; ++e) {
      const double at = py(std::pow(10.0, e));
      svg += line(kLeft, at, kRight, at) +
             text(kLeft - 6, at + 4, tick_label(std::pow(10.0, e)), "end");
    }
    return svg;
  }

  std::string curve(const Series& series, const char* colour) const {
    std::string points;
    std::string dots;
    for (const auto& [a, b] : series.points) {
      points += fmt::format("{:.1f},{:.1f} ", px(a), py(b));
      dots +=
          fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='3' fill='{}'/>\n", px(a), py(b), colour);
    }
    return fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>\n", points,
                       colour) +
           dots;
  }
};
}  // namespace

void write_svg(const std::string& path, const Plot& plot) {
  const char* const colours[] = {"#1b6ca8", "#c0392b", "#27875a", "#8e5ea2",
                                 "#b8860b", "#222222", "#e0559f", "#1fb3c4"};
  Frame frame;
  for (const Series& series : plot.series) {
    for (const auto& [x, y] : series.points) frame.x.add(x), frame.y.add(y);
  }
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' font-family='sans-serif' "
      "font-size='12'>\n<rect width='{0}' height='{1}' fill='white'/>\n",
      kWidth, kHeight);
  svg += text((kLeft + kRight) / 2, 22, plot.title) + frame.grid();
  svg += text((kLeft + kRight) / 2, kBottom + 38, plot.x) + text(6, kTop - 16, plot.y, "start");
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const char* const colour = colours[i % std::size(colours)];
    svg += frame.curve(plot.series[i], colour);
    const double y = kTop + 18.0 * static_cast<double>(i + 1);
    svg += fmt::format("<rect x='{}' y='{}' width='10' height='10' fill='{}'/>\n", kRight + 12,
                       y - 9, colour) +
           text(kRight + 28, y, plot.series[i].name, "start");
  }
  std::ofstream(path) << svg << "</svg>\n";
}

double log_slope(const std::vector<std::pair<double, double>>& points) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (const auto& [a, b] : points) {
    const double x = std::log(a);
    const double y = std::log(b);
    n += 1.0, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace graze::bench
