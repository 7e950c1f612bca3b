// SPDX-License-Identifier: MIT
#include "graze/io/write_boxes.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson pair_of_features(const FeaturePair& features) {
  const auto feature_json = [](const BoxFeature& f) {
    return OrderedJson{{"kind", name(f.kind())}, {"side", {f.side[0], f.side[1], f.side[2]}}};
  };
  return {feature_json(features.a), feature_json(features.b)};
}

OrderedJson pair_of_features(const ConvexFeaturePair& features) {
  return {to_json(features.a), to_json(features.b)};
}

template <typename ContactSpan>
OrderedJson contact_span_json(const ContactSpan& c) {
  OrderedJson json{{"kind", c.kind == IntervalKind::kGraze ? "graze" : "overlap"},
                   {"entry", to_json(c.entry)},
                   {"exit", to_json(c.exit)},
                   {"before_span", c.before_span},
                   {"after_span", c.after_span}};
  if (!c.before_span) json["entry_features"] = pair_of_features(c.entry_features);
  if (!c.after_span) json["exit_features"] = pair_of_features(c.exit_features);
  return json;
}

OrderedJson printed_json(const BoxesDocument::Printed& printed) {
  const auto homogeneous = [](const BoxesDocument::Homogeneous& h) {
    return OrderedJson{{"span", to_json(h.span)},
                       {"eliminated", h.is_eliminated},
                       {"pairs", h.pairs},
                       {"zeros", h.zeros},
                       {"contacts", h.contacts}};
  };
  return {{"pieces", printed.pieces},
          {"degree", printed.degree},
          {"outside", printed.outside},
          {"eliminated", printed.eliminated},
          {"homogeneous", array_of(printed.homogeneous, homogeneous)}};
}

OrderedJson boxes_pair_json(const BoxesDocument::Pair& pair) {
  OrderedJson json{{"pair", pair.bodies},
                   {"solids", pair.solids},
                   {"guarantee", name(Guarantee::kProved)},
                   {"complete", pair.is_complete},
                   {"sure_until", pair.sure_until},
                   {"degree", pair.degree},
                   {"error", pair.error}};
  json["intervals"] = std::visit(
      [](const auto& all) {
        return array_of(all, [](const auto& one) { return contact_span_json(one); });
      },
      pair.intervals);
  json["openings"] = array_of(pair.openings, [](const Interval& o) { return to_json(o); });
  json["seconds"] = pair.seconds;
  if (pair.printed) json["printed"] = printed_json(*pair.printed);
  return json;
}

void read_pair_member(const JsonCursor& cursor, BoxFeature& feature) {
  const auto sides = cursor.at("side").items(3);
  for (std::size_t k = 0; k < 3; ++k) {
    const double side = sides[k].number({-1.0, 1.0});
    if (side != -1.0 && side != 0.0 && side != 1.0) sides[k].refuse("-1, 0 or 1");
    feature.side[k] = static_cast<std::int8_t>(side);
  }
}
void read_pair_member(const JsonCursor& cursor, Feature& feature) {
  feature = read_feature(cursor);
}

template <typename Features>
void read_features(const JsonCursor& cursor, Features& features) {
  const auto pair = cursor.items(2);
  read_pair_member(pair[0], features.a);
  read_pair_member(pair[1], features.b);
}

template <typename ContactSpan>
std::vector<ContactSpan> read_contact_spans(const JsonCursor& cursor) {
  std::vector<ContactSpan> spans;
  for (const JsonCursor& item : cursor.items()) {
    ContactSpan& c = spans.emplace_back();
    const bool is_graze = item.at("kind").word({"graze", "overlap"}) == "graze";
    c.kind = is_graze ? IntervalKind::kGraze : IntervalKind::kOverlap;
    c.entry = read_interval(item.at("entry"));
    c.exit = read_interval(item.at("exit"));
    c.before_span = read_flag(item.at("before_span"));
    c.after_span = read_flag(item.at("after_span"));
    if (!c.before_span) read_features(item.at("entry_features"), c.entry_features);
    if (!c.after_span) read_features(item.at("exit_features"), c.exit_features);
  }
  return spans;
}

BoxesDocument::Printed read_printed(const JsonCursor& cursor) {
  BoxesDocument::Printed printed{read_count(cursor.at("pieces")),
                                 read_count(cursor.at("degree")),
                                 read_count(cursor.at("outside")),
                                 read_count(cursor.at("eliminated")),
                                 {}};
  for (const JsonCursor& h : cursor.at("homogeneous").items()) {
    printed.homogeneous.push_back({read_interval(h.at("span")), read_flag(h.at("eliminated")),
                                   read_count(h.at("pairs")), read_count(h.at("zeros")),
                                   read_count(h.at("contacts"))});
  }
  return printed;
}

BoxesDocument::Pair read_boxes_pair(const JsonCursor& cursor) {
  BoxesDocument::Pair pair;
  const auto bodies = cursor.at("pair").items(2);
  pair.bodies = {any_text(bodies[0]), any_text(bodies[1])};
  pair.solids = cursor.at("solids").word({"boxes", "polytopes", "affine boxes"});
  pair.is_complete = read_flag(cursor.at("complete"));
  pair.sure_until = any_number(cursor.at("sure_until"));
  pair.degree = read_count(cursor.at("degree"));
  pair.error = any_number(cursor.at("error"));
  if (pair.solids == "polytopes") {
    pair.intervals = read_contact_spans<ConvexContactInterval>(cursor.at("intervals"));
  } else {
    pair.intervals = read_contact_spans<BoxContactInterval>(cursor.at("intervals"));
  }
  for (const JsonCursor& opening : cursor.at("openings").items())
    pair.openings.push_back(read_interval(opening));
  pair.seconds = any_number(cursor.at("seconds"));
  if (const auto printed = cursor.find("printed")) pair.printed = read_printed(*printed);
  return pair;
}
}  // namespace

BoxesDocument::Printed printed_facts(const PrintedBoxes& p) {
  const auto count = [](int number) { return static_cast<std::size_t>(number); };
  BoxesDocument::Printed printed{
      count(p.pieces), count(p.degree), count(p.outside), count(p.eliminated), {}};
  for (const HomogeneousInterval& h : p.homogeneous) {
    printed.homogeneous.push_back(
        {h.span, h.eliminated, h.pairs.size(), count(h.roots), count(h.contacts)});
  }
  return printed;
}

std::string boxes_document(const BoxesDocument& document) {
  return text_of({{"format", "graze boxes 1"},
                  {"scene", document.scene},
                  {"units", document.units},
                  {"span", to_json(document.span)},
                  {"complete", document.is_complete},
                  {"pairs", array_of(document.pairs, boxes_pair_json)}});
}

BoxesDocument parse_boxes(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze boxes 1");
  BoxesDocument document;
  document.scene = any_text(root.at("scene"));
  document.units = any_text(root.at("units"));
  document.span = read_interval(root.at("span"));
  document.is_complete = read_flag(root.at("complete"));
  for (const JsonCursor& pair : root.at("pairs").items())
    document.pairs.push_back(read_boxes_pair(pair));
  return document;
}

}  // namespace graze
