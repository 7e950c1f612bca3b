// SPDX-License-Identifier: MIT
// A truth set on disk.                                                                       [G2]
#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/mesh_io.h"
#include "graze/jobs/truth_job.h"
#include "jobs/truth_queries.h"
#include "jobs/truth_text.h"

namespace graze {
namespace jobs {
using Json = nlohmann::ordered_json;

namespace {
Json vec_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
}  // namespace

Json motion_json(const Motion& motion) {
  const auto track = std::get<TrackDescription>(describe(motion));
  const MotionFormula& formula = track.segments[0].formula;
  if (const auto* six = std::get_if<SixParametersFormula>(&formula)) {
    const auto end = [](const Motion::SixParameters& p) {
      return Json{{"position", vec_json(p.position)},
                  {"rotation_vector", vec_json(p.rotation_vector)}};
    };
    return {{"type", "six_parameters"}, {"from", end(six->begin)}, {"to", end(six->end)}};
  }
  const auto& screw = std::get<ScrewFormula>(formula);
  return {{"type", "screw"},
          {"from", {{"position", vec_json(screw.begin.translation)}}},
          {"point", vec_json(screw.point)},
          {"axis", vec_json(screw.axis)},
          {"angle", screw.angle},
          {"slide", screw.slide}};
}

std::string hex_of(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    hex.push_back(kDigits[static_cast<unsigned char>(byte) >> 4]);
    hex.push_back(kDigits[static_cast<unsigned char>(byte) & 15]);
  }
  return hex;
}

std::string bytes_of_hex(std::string_view hex, const std::string& place) {
  const auto digit = [&](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    throw InputError({place, std::string(1, c), "a hexadecimal digit", ""});
  };
  if (hex.size() % 2 != 0) throw InputError({place, "an odd count of digits", "whole bytes", ""});
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(16 * digit(hex[i]) + digit(hex[i + 1])));
  }
  return bytes;
}
}  // namespace jobs

namespace {
namespace fs = std::filesystem;
using jobs::Json;

void make_set_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError({folder.string(), error.message(), "a folder that can be made", ""});
}

/// Folders and shapes.
void begin_set(const fs::path& folder) {
  for (const char* name : {"shapes", "queries", "proofs"}) make_set_folder(folder / name);
  for (const jobs::TruthShape& shape : jobs::truth_shapes()) {
    write_mesh(folder / "shapes" / (shape.name + ".obj"), shape.shape.mesh());
  }
}

Json truth_body(const char* name, const Json& shape) {
  const std::string path = "../shapes/" + shape.get<std::string>() + ".obj";
  return {{"name", name}, {"shape", {{"type", "file"}, {"path", path}}}};
}

std::string padded_number(std::size_t number) {
  std::string digits = std::to_string(number);
  return digits.insert(0, digits.size() < 6 ? 6 - digits.size() : 0, '0');
}

std::string truth_scene(const Json& proved) {
  Json b = truth_body("b", proved.at("b"));
  b["motion"] = proved.at("motion");
  const Json scene{{"tolerance", jobs::kTruthTolerance},
                   {"bodies", {truth_body("a", proved.at("a")), std::move(b)}}};
  return scene.dump(1) + "\n";
}
}  // namespace

TruthSet::TruthSet(fs::path folder, std::uint64_t seed, std::size_t queries)
    : folder_(std::move(folder)), seed_(seed), queries_(queries) {}

void TruthSet::take(const std::string& line, const std::string& place) try {
  if (is_full()) return;
  const Json json = Json::parse(line);
  if (json.contains("left_out")) {
    ++(json.at("starts_apart").get<bool>() ? counts_.unproved : counts_.touching);
    return;
  }
  const Json& proved = json.at("proved");
  if (index_.empty()) begin_set(folder_);
  const std::string name = padded_number(index_.size());
  write_file(folder_ / "queries" / (name + ".json"), truth_scene(proved));
  write_file(folder_ / "proofs" / (name + ".proof"),
             jobs::bytes_of_hex(json.at("proof").get<std::string>(), place));
  Json item{{"scene", "queries/" + name + ".json"}, {"proof", "proofs/" + name + ".proof"}};
  item.update(proved);
  ++(proved.at("outcome") == "contact" ? counts_.contacts : counts_.separated);
  index_.push_back(item.dump());
} catch (const nlohmann::json::exception& error) {
  throw InputError({place, error.what(), "an answer of a truth job", ""});
}

TruthCounts TruthSet::finish() const {
  if (!is_full()) {
    throw InputError({"candidates", std::to_string(index_.size()) + " that are proved",
                      std::to_string(queries_), "try more of them with --candidates"});
  }
  Json index{{"format", "graze truth"},
             {"version", 1},
             {"seed", seed_},
             {"tolerance", jobs::kTruthTolerance},
             {"queries", Json::array()}};
  for (const std::string& item : index_) index["queries"].push_back(Json::parse(item));
  write_file(folder_ / "truth.json", index.dump(1) + "\n");
  TruthCounts counts = counts_;
  counts.queries = index_.size();
  return counts;
}

}  // namespace graze
