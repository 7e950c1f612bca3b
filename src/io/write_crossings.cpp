// SPDX-License-Identifier: MIT
#include "graze/io/write_crossings.h"

#include <algorithm>

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson touch_json(const LinearTouch& touch, double fps) {
  const Contact& contact = touch.contact;
  return {{"frame", touch.time.hi * fps},
          {"time", to_json(touch.time)},
          {"features", {feature_text(contact.feature_a), feature_text(contact.feature_b)}},
          {"point", to_json(contact.point)}};
}

OrderedJson group_json(const Scene& scene, const CrossingGroup& group, double fps) {
  const auto body = [&](BodyId id) { return scene.bodies[id.index()].name; };
  return {{"parts", {group.a, group.b}},
          {"bodies", {body(group.pair->a), body(group.pair->b)}},
          {"frames", {group.touches.front()->time.hi * fps, group.touches.back()->time.hi * fps}},
          {"touches", array_of(group.touches,
                               [&](const LinearTouch* touch) { return touch_json(*touch, fps); })}};
}

std::array<std::string, 2> two_texts(const JsonCursor& cursor) {
  const auto items = cursor.items(2);
  return {any_text(items[0]), any_text(items[1])};
}

CrossingsDocument::Touch read_touch(const JsonCursor& cursor) {
  return {read_interval(cursor.at("time")), two_texts(cursor.at("features")),
          cursor.at("point").vec3(kAnyNumber)};
}

CrossingsDocument::Group read_group(const JsonCursor& cursor) {
  CrossingsDocument::Group group{two_texts(cursor.at("parts")), two_texts(cursor.at("bodies")), {}};
  for (const JsonCursor& touch : cursor.at("touches").items())
    group.touches.push_back(read_touch(touch));
  return group;
}
}  // namespace

std::size_t left_out(const std::vector<NewContacts>& contacts) {
  std::size_t count = 0;
  for (const NewContacts& pair : contacts) count += pair.known;
  return count;
}

double sure_until(const std::vector<NewContacts>& contacts, const Interval& span) {
  double sure = span.hi;
  for (const NewContacts& pair : contacts) sure = std::min(sure, pair.sure_until);
  return sure;
}

std::string crossings_document(const Scene& scene, const CrossingsHeader& header,
                               const std::vector<NewContacts>& contacts,
                               const std::vector<CrossingGroup>& groups) {
  const OrderedJson document{{"format", "graze crossings 1"},
                             {"file", header.file},
                             {"units", header.units},
                             {"against", header.against},
                             {"fps", header.fps},
                             {"span", to_json(header.span)},
                             {"sure_until", sure_until(contacts, header.span)},
                             {"deviation", header.deviation},
                             {"left_out", left_out(contacts)},
                             {"groups", array_of(groups, [&](const CrossingGroup& group) {
                                return group_json(scene, group, header.fps);
                              })}};
  return text_of(document);
}

CrossingsDocument parse_crossings(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze crossings 1");
  CrossingsDocument document;
  CrossingsHeader& header = document.header;
  header.file = any_text(root.at("file"));
  header.units = any_text(root.at("units"));
  header.against = any_text(root.at("against"));
  header.fps = root.at("fps").number({0.0, kAnyNumber.hi, true});
  header.span = read_interval(root.at("span"));
  header.deviation = root.at("deviation").number({0.0, kAnyNumber.hi});
  document.sure_until = root.at("sure_until").number(kAnyNumber);
  document.left_out = read_count(root.at("left_out"));
  for (const JsonCursor& group : root.at("groups").items())
    document.groups.push_back(read_group(group));
  return document;
}

}  // namespace graze
