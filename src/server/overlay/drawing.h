// SPDX-License-Identifier: MIT
// What an overlay shows: boxes, segments, arrows, arcs on a sphere, bodies at instants, a plot.
// The page draws it and knows nothing of methods.                                             [G4]
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graze/geometry/box.h"
#include "graze/math/pose.h"
#include "io/json/contact_json.h"

namespace graze::server {

/// How a thing looks; the page has a colour and a sentence for each.
enum class Look { kCut, kOpen, kNear, kNode, kFirst, kSecond, kCross, kFree, kBehind, kForce };

/// One line of the plot, a value for each of the drawing's times.
struct PlotLine {
  std::string name;
  Look look = Look::kNode;
  std::vector<double> values;
};

class Drawing {
 public:
  /// Points are sent as floats about this place.
  explicit Drawing(const Vec3& centre) : centre_(centre) {}

  void say(std::string text) { text_ = std::move(text); }
  void set_levels(int count) { levels_ = count; }  ///< that can be chosen from
  void add_box(Look look, const Box& world);
  void add_segment(Look look, const Vec3& from, const Vec3& to);
  void add_arrow(Look look, const Vec3& at, const Vec3& way);
  void add_arc(Look look, const Vec3& from, const Vec3& to);  ///< between unit vectors
  void add_skin(Look look, std::size_t body, double time);    ///< a body as it is then
  void set_plot(std::string title, std::vector<double> times, std::vector<PlotLine> lines);

  std::size_t box_count() const { return boxes_; }
  std::string json() const;  ///< docs/protocol.md

 private:
  using Numbers = std::map<Look, std::vector<float>>;
  void put(Look look, const Vec3& point, Numbers& into) const;

  Vec3 centre_;
  std::string text_;
  int levels_ = 1;
  std::size_t boxes_ = 0;
  Numbers boxed_, segments_, arrows_, arcs_;
  json::OrderedJson skins_ = json::OrderedJson::array();
  json::OrderedJson plot_;
};

}  // namespace graze::server
