// SPDX-License-Identifier: MIT
// The 30 plane functions of two boxes as curves; where all are negative the boxes overlap.   [B5]
#include "boxes_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze::tool {
namespace {
constexpr double kWidth = 760.0, kHeight = 420.0, kLeft = 60.0, kTop = 40.0, kBottom = 40.0;

/// From time and function value to the picture.
struct Frame {
  Interval time;
  double most = 1.0;

  double x(double t) const {
    return kLeft + (t - time.lo) / (time.hi - time.lo) * (kWidth - kLeft - 20.0);
  }
  double y(double value) const {
    const double middle = kTop + 0.5 * (kHeight - kTop - kBottom);
    return middle - std::clamp(value / most, -1.0, 1.0) * 0.5 * (kHeight - kTop - kBottom);
  }
};

Frame frame_of(const SampledPlanes& planes) {
  Frame frame{{planes.times.front(), planes.times.back()}, 0.0};
  for (const auto& row : planes.values)
    for (const double v : row) frame.most = std::max(frame.most, std::fabs(v));
  frame.most = std::max(frame.most * 1.02, 1e-300);
  return frame;
}

std::string shading(const Frame& frame, const BoxContacts& contacts) {
  std::string svg;
  for (const BoxContactInterval& c : contacts.intervals) {
    const double left = frame.x(c.entry.lo), right = frame.x(c.exit.hi);
    svg += fmt::format("<rect x='{:.1f}' y='{:.0f}' width='{:.1f}' height='{:.0f}' fill='{}'/>\n",
                       left, kTop, std::max(1.0, right - left), kHeight - kTop - kBottom,
                       c.kind == IntervalKind::kGraze ? "#f0a030" : "#f6d0c8");
  }
  return svg;
}

/// Colours tell the kinds apart: vertex/face, face/vertex, edge/edge, in the order of the pairs.
const char* colour_of(std::size_t k) {
  return k < 6 ? "#2060b0" : (k < 12 ? "#209050" : "#909090");
}

std::string curves(const Frame& frame, const SampledPlanes& planes) {
  std::string svg;
  for (std::size_t k = 0; k < 30; ++k) {
    std::string points;
    for (std::size_t i = 0; i < planes.times.size(); ++i)
      points +=
          fmt::format("{:.1f},{:.1f} ", frame.x(planes.times[i]), frame.y(planes.values[i][k]));
    svg += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='0.8'/>\n",
                       points, colour_of(k));
  }
  return svg;
}

std::string envelope(const Frame& frame, const SampledPlanes& planes) {
  std::string points;
  for (std::size_t i = 0; i < planes.times.size(); ++i) {
    const auto& row = planes.values[i];
    points += fmt::format("{:.1f},{:.1f} ", frame.x(planes.times[i]),
                          frame.y(*std::max_element(row.begin(), row.end())));
  }
  return fmt::format("<polyline points='{}' fill='none' stroke='#c02020' stroke-width='2'/>\n",
                     points);
}

std::string labels(const Frame& frame, const std::string& title) {
  return fmt::format(
      "<line x1='{0}' y1='{1:.1f}' x2='{2}' y2='{1:.1f}' stroke='black'/>\n"
      "<text x='{0}' y='24' font-size='14'>{3}</text>\n"
      "<text x='{0}' y='{4}' font-size='12'>{5:g} s</text>\n"
      "<text x='{6}' y='{4}' font-size='12' text-anchor='end'>{7:g} s</text>\n"
      "<text x='8' y='{8:.1f}' font-size='12'>0</text>\n"
      "<text x='8' y='{9}' font-size='12'>{10:.3g}</text>\n"
      "<text x='{11}' y='{4}' font-size='12'><tspan fill='#2060b0'>vertex/face</tspan> "
      "<tspan fill='#209050'>face/vertex</tspan> <tspan fill='#909090'>edge/edge</tspan> "
      "<tspan fill='#c02020'>largest</tspan></text>\n",
      kLeft, frame.y(0.0), kWidth - 20.0, title, kHeight - 14.0, frame.time.lo, kWidth - 20.0,
      frame.time.hi, frame.y(0.0) + 4.0, kTop + 10.0, frame.most, 0.5 * kWidth - 130.0);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '<' ? "&lt;" : (c == '&' ? "&amp;" : std::string(1, c));
  return result;
}
}  // namespace

std::string planes_picture(const std::string& title, const SampledPlanes& planes,
                           const BoxContacts& contacts) {
  const Frame frame = frame_of(planes);
  return fmt::format(
             "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' "
             "viewBox='0 0 {0} {1}' font-family='sans-serif'>\n"
             "<rect width='100%' height='100%' fill='white'/>\n",
             kWidth, kHeight) +
         shading(frame, contacts) + curves(frame, planes) + envelope(frame, planes) +
         labels(frame, escaped(title)) + "</svg>\n";
}

}  // namespace graze::tool
