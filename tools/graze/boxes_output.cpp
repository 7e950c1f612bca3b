// SPDX-License-Identifier: MIT
#include "boxes_output.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "json_values.h"
#include "report_table.h"

namespace graze::tool {
namespace {
using Json = nlohmann::ordered_json;
using tool::to_json;

std::string shown(const Interval& time) {
  const double width = time.hi - time.lo;
  return width > 0.0 ? fmt::format("{:.12g} (within {:.1g})", 0.5 * (time.lo + time.hi), width)
                     : fmt::format("{:.12g}", time.lo);
}

std::string shown(const FeaturePair& f) { return name(f.a) + " / " + name(f.b); }

std::string shown(const Feature& f) {
  if (f.kind == FeatureKind::kVertex) return fmt::format("vertex {}", f.vertices[0]);
  if (f.kind == FeatureKind::kEdge) return fmt::format("edge {}-{}", f.vertices[0], f.vertices[1]);
  return fmt::format("face of triangle {}", f.triangle.value);
}

std::string shown(const ConvexFeaturePair& f) { return shown(f.a) + " / " + shown(f.b); }

template <typename Contacts>
void print_intervals(const Contacts& contacts) {
  for (const auto& c : contacts.intervals) {
    if (c.kind == IntervalKind::kGraze) {
      fmt::print("  graze  {} s   {}\n", shown(c.entry), shown(c.exit_features));
      continue;
    }
    fmt::print("  entry  {} s   {}\n", shown(c.entry),
               c.before_span ? "overlapping from the start" : shown(c.entry_features));
    fmt::print("  exit   {} s   {}\n", shown(c.exit),
               c.after_span ? "still overlapping" : shown(c.exit_features));
  }
  for (const Interval& o : contacts.openings)
    fmt::print("  may part within rounding at {} s\n", shown(o));
  if (!contacts.is_complete())
    fmt::print("  certain until {:.9g} s: {}\n", contacts.sure_until, name(contacts.undecided));
  if (contacts.intervals.empty()) fmt::print("  apart all the time\n");
}

const char* name_of(PairKind kind) {
  return kind == PairKind::kVertexFace
             ? "vertex/face"
             : (kind == PairKind::kFaceVertex ? "face/vertex" : "edge/edge");
}

void print_account(const PrintedBoxes& p) {
  const std::string pieces = p.pieces == 1 ? "" : fmt::format("{} pieces, ", p.pieces);
  fmt::print(
      "  as printed: {}degree {}, {}, {} of them outside the {}, {} "
      "eliminated by spheres\n",
      pieces, p.degree,
      counted(p.homogeneous.size() + std::size_t(p.outside), "homogeneous interval"), p.outside,
      p.pieces == 1 ? "span" : "pieces", p.eliminated);
  for (const HomogeneousInterval& h : p.homogeneous) {
    fmt::print("    [{:.6f}, {:.6f}] ", h.span.lo, h.span.hi);
    if (h.eliminated) {
      fmt::print("spheres never meet\n");
    } else {
      fmt::print("{}, {}, {}\n", counted(h.pairs.size(), "pair"),
                 counted(std::size_t(h.roots), "zero"),
                 counted(std::size_t(h.contacts), "contact"));
    }
  }
  for (const PlaneContact& c : p.contacts)
    fmt::print("    {} at {:.9f} s by {}: {}\n", c.is_entry ? "entry" : "exit", c.time.lo,
               name_of(c.pair.kind), shown(c.pair.features));
}

Json to_json(const BoxFeature& f) {
  return {{"kind", name(f.kind())}, {"side", {f.side[0], f.side[1], f.side[2]}}};
}
Json to_json(const FeaturePair& f) { return {to_json(f.a), to_json(f.b)}; }

Json to_json(const Feature& f) {
  Json json{{"kind", name(f.kind)}, {"triangle", f.triangle.value}};
  if (f.kind == FeatureKind::kVertex) json["vertices"] = {f.vertices[0]};
  if (f.kind == FeatureKind::kEdge) json["vertices"] = {f.vertices[0], f.vertices[1]};
  return json;
}
Json to_json(const ConvexFeaturePair& f) { return {to_json(f.a), to_json(f.b)}; }

template <typename ContactSpan>
Json interval_json(const ContactSpan& c) {
  Json json{{"kind", c.kind == IntervalKind::kGraze ? "graze" : "overlap"},
            {"entry", to_json(c.entry)},
            {"exit", to_json(c.exit)},
            {"before_span", c.before_span},
            {"after_span", c.after_span}};
  if (!c.before_span) json["entry_features"] = to_json(c.entry_features);
  if (!c.after_span) json["exit_features"] = to_json(c.exit_features);
  return json;
}

Json to_json(const PrintedBoxes& p) {
  Json intervals = Json::array();
  for (const HomogeneousInterval& h : p.homogeneous)
    intervals.push_back({{"span", to_json(h.span)},
                         {"eliminated", h.eliminated},
                         {"pairs", h.pairs.size()},
                         {"zeros", h.roots},
                         {"contacts", h.contacts}});
  return {{"pieces", p.pieces},
          {"degree", p.degree},
          {"outside", p.outside},
          {"eliminated", p.eliminated},
          {"homogeneous", intervals}};
}

template <typename Contacts>
Json contacts_json(const Contacts& contacts) {
  Json intervals = Json::array(), openings = Json::array();
  for (const auto& c : contacts.intervals) intervals.push_back(interval_json(c));
  for (const Interval& o : contacts.openings) openings.push_back(to_json(o));
  return {{"guarantee", "proved"},
          {"complete", contacts.is_complete()},
          {"sure_until", contacts.sure_until},
          {"degree", contacts.degree},
          {"error", contacts.error},
          {"intervals", intervals},
          {"openings", openings}};
}
}  // namespace

std::string names(const Scene& scene, const SolidPair& pair) {
  return scene.bodies[pair.a.index()].name + " : " + scene.bodies[pair.b.index()].name;
}

void print_table(const Scene& scene, const std::vector<PairAnswer>& answers) {
  for (const PairAnswer& a : answers)
    std::visit(
        [&](const auto& contacts) {
          fmt::print("{} ({})   degree {}, error {:.1g} {}, {:.1f} us\n", names(scene, a.pair),
                     a.pair.kind(), contacts.degree, contacts.error, scene.units, 1e6 * a.seconds);
          print_intervals(contacts);
          if (a.printed) print_account(*a.printed);
        },
        a.contacts);
}

std::string json_document(const std::string& file, const Scene& scene, const Interval& span,
                          const std::vector<PairAnswer>& answers, bool is_whole) {
  Json pairs = Json::array();
  for (const PairAnswer& a : answers) {
    Json json{{"pair", {scene.bodies[a.pair.a.index()].name, scene.bodies[a.pair.b.index()].name}},
              {"solids", a.pair.kind()}};
    json.update(
        std::visit([](const auto& contacts) { return contacts_json(contacts); }, a.contacts));
    json["seconds"] = a.seconds;
    if (a.printed) json["printed"] = to_json(*a.printed);
    pairs.push_back(json);
  }
  const Json document{{"format", "graze boxes 1"}, {"scene", file},        {"units", scene.units},
                      {"span", to_json(span)},     {"complete", is_whole}, {"pairs", pairs}};
  return document.dump(2);
}

}  // namespace graze::tool
