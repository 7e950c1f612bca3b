// SPDX-License-Identifier: MIT
#include "server/question.h"

#include "graze/server/session.h"
#include "io/json/contact_json.h"
#include "io/scene_json/body_named.h"
#include "io/scene_json/read_scene_change.h"

namespace graze::server {
namespace {
using json::Json;
using json::JsonCursor;
using json::OrderedJson;

constexpr std::size_t kMostSamples = 1000;

/// The keys that a line of a batch has, too.
Json change_part(const Json& question) {
  Json part = Json::object();
  for (const char* key : {"motions", "joints", "span"}) {
    if (question.contains(key)) part[key] = question[key];
  }
  return part;
}

std::vector<std::pair<BodyId, BodyId>> read_pairs(const JsonCursor& cursor, const Scene& scene) {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (const JsonCursor& item : cursor.items()) {
    const std::vector<JsonCursor> names = item.items(2);
    pairs.emplace_back(scene_json::body_named(names[0], names[0].text(), scene),
                       scene_json::body_named(names[1], names[1].text(), scene));
  }
  return pairs;
}

void read_options(const JsonCursor& cursor, Question& question) {
  ContactOptions& options = question.options;
  if (const auto one = cursor.find("tolerance")) {
    question.scene.tolerance = options.tolerance = one->number(json::kSize);
  }
  if (const auto one = cursor.find("separation")) options.min_separation = one->number({0.0, 1e12});
  if (const auto one = cursor.find("pairs")) options.pairs = read_pairs(*one, question.scene);
  if (const auto one = cursor.find("all_contacts")) options.all_contacts = json::read_flag(*one);
  if (const auto one = cursor.find("method")) {
    options.method.reset();  // null: the best that applies
    if (!one->value().is_null()) options.method = json::read_method(*one);
  }
  if (const auto one = cursor.find("guarantee")) options.guarantee = json::read_guarantee(*one);
}
}  // namespace

Question read_question(const JsonCursor& cursor, Scene scene, const ContactOptions& options) {
  cursor.expect_keys({"motions", "joints", "span", "tolerance", "separation", "pairs",
                      "all_contacts", "method", "guarantee", "curve"});
  Question question{std::move(scene), options, 0};
  const Json part = change_part(cursor.value());
  const SceneChange change =
      scene_json::read_scene_change(JsonCursor(part, cursor.place()), question.scene);
  for (const MotionChange& one : change.motions)
    question.scene.bodies[one.body.index()].motion = one.motion;
  if (change.span) {
    question.scene.span = *change.span;
    question.options.span.reset();
  }
  read_options(cursor, question);
  if (const auto one = cursor.find("curve")) question.curve = one->index(kMostSamples);
  return question;
}

void refuse_files(const JsonCursor& scene) {
  const auto refuse = [](const JsonCursor& at) {
    at.refuse("a file's name", "a scene that stands alone",
              "write one by graze check --write-scene");
  };
  const Json& value = scene.value();
  if (value.is_array()) {
    for (const JsonCursor& item : scene.items()) refuse_files(item);
  }
  if (!value.is_object()) return;
  if (value.contains("robots")) refuse(scene.at("robots"));
  for (const std::string& key : scene.keys()) {
    const JsonCursor inner = scene.at(key);
    if (key == "type" && inner.value() == "file") refuse(inner);
    if (inner.value().is_structured() && key != "vertices" && key != "triangles")
      refuse_files(inner);
  }
}

}  // namespace graze::server

namespace graze {

std::string asked_json(const ContactOptions& options, const Scene& scene) {
  json::OrderedJson asked = json::OrderedJson::object();
  if (options.tolerance) asked["tolerance"] = *options.tolerance;
  if (options.min_separation > 0.0) asked["separation"] = options.min_separation;
  for (const auto& [a, b] : options.pairs)
    asked["pairs"].push_back({scene.bodies[a.index()].name, scene.bodies[b.index()].name});
  if (options.all_contacts) asked["all_contacts"] = true;
  if (options.method) asked["method"] = name(*options.method);
  if (options.guarantee != ContactOptions{}.guarantee) asked["guarantee"] = name(options.guarantee);
  return asked.dump();
}

}  // namespace graze
