// SPDX-License-Identifier: MIT
#include "boxes_output.h"

#include <fmt/format.h>

#include "graze/io/write_boxes.h"
#include "report_table.h"

namespace graze::tool {
namespace {
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

BoxesDocument::Pair document_pair(const Scene& scene, const PairAnswer& answer) {
  const auto name_of_body = [&](BodyId id) { return scene.bodies[id.index()].name; };
  BoxesDocument::Pair pair{.bodies = {name_of_body(answer.pair.a), name_of_body(answer.pair.b)},
                           .solids = answer.pair.kind(),
                           .seconds = answer.seconds};
  std::visit(
      [&](const auto& contacts) {
        pair.is_complete = contacts.is_complete();
        pair.sure_until = contacts.sure_until;
        pair.degree = static_cast<std::size_t>(contacts.degree);
        pair.error = contacts.error;
        pair.intervals = contacts.intervals;
        pair.openings = contacts.openings;
      },
      answer.contacts);
  if (answer.printed) pair.printed = printed_facts(*answer.printed);
  return pair;
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
  BoxesDocument document{file, scene.units, span, is_whole, {}};
  for (const PairAnswer& answer : answers) document.pairs.push_back(document_pair(scene, answer));
  return boxes_document(document);
}

}  // namespace graze::tool
