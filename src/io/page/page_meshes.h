// SPDX-License-Identifier: MIT
// The meshes that the page draws, each once, known by their content.                          [G4]
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graze/scene/scene.h"
#include "io/json/contact_json.h"

namespace graze::io {

/// Float32 about a centre, as base64: floats are then precise enough wherever the body frame is.
std::string positions_about(std::span<const Vec3> vertices, const Vec3& centre);

class PageMeshes {
 public:
  /// Which meshes are written with their numbers; the others by their hash alone.
  enum class Written { kAll, kNone, kNamed };
  explicit PageMeshes(Written written, std::set<std::string> named = {})
      : written_(written), named_(std::move(named)) {}

  /// The mesh's place in the table and its centre; -1 for an empty shape.
  std::pair<int, Vec3> add(const Shape& shape);
  const json::OrderedJson& json() const { return json_; }

 private:
  using Key = std::pair<const Vec3*, double>;  // shared storage, rounding
  Written written_;
  std::set<std::string> named_;
  std::map<Key, int> places_;
  std::vector<Vec3> centres_;
  json::OrderedJson json_ = json::OrderedJson::array();
};

}  // namespace graze::io
