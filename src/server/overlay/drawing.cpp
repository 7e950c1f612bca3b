// SPDX-License-Identifier: MIT
#include "server/overlay/drawing.h"

#include <array>

#include "io/page/base64.h"

namespace graze::server {
namespace {
using json::OrderedJson;

constexpr std::array<const char*, 10> kLooks{"cut",    "open",  "near", "node",   "first",
                                             "second", "cross", "free", "behind", "force"};
const char* look_name(Look look) { return kLooks[static_cast<std::size_t>(look)]; }

void add_direction(const Vec3& way, std::vector<float>& numbers) {
  for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<float>(way[k]));
}

OrderedJson numbers_json(const std::map<Look, std::vector<float>>& all) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [look, numbers] : all)
    json[look_name(look)] = io::base64_of(std::span<const float>(numbers));
  return json;
}
}  // namespace

void Drawing::put(Look look, const Vec3& point, Numbers& into) const {
  add_direction(point - centre_, into[look]);
}

void Drawing::add_box(Look look, const Box& world) {
  put(look, world.centre, boxed_);
  for (int k = 0; k < 3; ++k) add_direction(world.axes.col(k) * world.half_size[k], boxed_[look]);
  ++boxes_;
}

void Drawing::add_segment(Look look, const Vec3& from, const Vec3& to) {
  put(look, from, segments_);
  put(look, to, segments_);
}

void Drawing::add_arrow(Look look, const Vec3& at, const Vec3& way) {
  put(look, at, arrows_);
  add_direction(way, arrows_[look]);
}

void Drawing::add_arc(Look look, const Vec3& from, const Vec3& to) {
  add_direction(from, arcs_[look]);
  add_direction(to, arcs_[look]);
}

void Drawing::add_skin(Look look, std::size_t body, double time) {
  skins_.push_back({{"look", look_name(look)}, {"body", body}, {"time", time}});
}

void Drawing::set_plot(std::string title, std::vector<double> times, std::vector<PlotLine> lines) {
  plot_ = {{"title", std::move(title)}, {"times", std::move(times)}};
  plot_["lines"] = OrderedJson::array();
  for (PlotLine& line : lines) {
    plot_["lines"].push_back({{"name", std::move(line.name)},
                              {"look", look_name(line.look)},
                              {"values", std::move(line.values)}});
  }
}

std::string Drawing::json() const {
  OrderedJson json{{"text", text_},
                   {"levels", levels_},
                   {"boxes", numbers_json(boxed_)},
                   {"segments", numbers_json(segments_)},
                   {"arrows", numbers_json(arrows_)},
                   {"arcs", numbers_json(arcs_)},
                   {"skins", skins_}};
  if (!plot_.is_null()) json["plot"] = plot_;
  return json.dump();
}

}  // namespace graze::server
