// SPDX-License-Identifier: MIT
#include "io/scene_json/cad_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "graze/io/cad_io.h"
#include "io/scene_json/length_units.h"

namespace graze::scene_json {
namespace {

double scale_from_cad(const json::JsonCursor& cursor, const std::string& units) {
  if (const auto scale = per_millimetre(units)) return *scale;
  cursor.refuse("a CAD file in a scene whose units are '" + units + "'", "units of length",
                "set \"units\" to \"mm\"");
}

/// Instances of parts, put together in the frame of the file's assembly and the scene's units.
class CadBody {
 public:
  explicit CadBody(double scale) : scale_(scale) {}

  void add(const CadPart& part, const Pose& model_from_part) {
    Pose pose = model_from_part;
    pose.translation *= scale_;
    for (SurfaceFace& face : faces_of(part)) {
      auto& patch = std::get<PatchFace>(face.form).patch;
      patch = moved(patch, pose, scale_);
      faces_.push_back(std::move(face));
    }
    for (const CadFace& face : part.faces) gap_ = std::max(gap_, scale_ * face.model_gap);
    if (!part.mesh || !part.mesh->unproved.empty()) {
      unproved_ = part.mesh ? part.mesh->unproved : "no triangles";
      return;
    }
    add_mesh(*part.mesh, pose);
  }

  /// Without a proof of the triangles the body has triangles of its cells, which are not closed.
  Shape made(const std::string& source) && {
    Surface surface(std::move(faces_));
    if (!unproved_.empty()) return Shape::from_surface(std::move(surface), source);
    return Shape::from_surface(std::move(surface),
                               TriangleMesh(std::move(vertices_), std::move(triangles_)),
                               deviation(), source);
  }

  bool is_empty() const { return faces_.empty(); }
  const std::string& unproved() const { return unproved_; }
  double gap() const { return gap_; }  ///< of the file's own edges
  double deviation() const { return deviation_ * (1.0 + 1e-12) + 1e-14 * size_; }  // and rounding

 private:
  void add_mesh(const CadMesh& mesh, const Pose& pose) {
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const Vec3& v : mesh.mesh.vertices()) {
      vertices_.push_back(pose * Vec3(scale_ * v));
      size_ = std::max(size_, scale_ * v.norm() + pose.translation.norm());
    }
    for (const Triangle& t : mesh.mesh.triangles())
      triangles_.push_back({t[0] + first, t[1] + first, t[2] + first});
    deviation_ = std::max(deviation_, scale_ * mesh.deviation);
  }

  double scale_;
  std::vector<SurfaceFace> faces_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  double deviation_ = 0.0, size_ = 0.0, gap_ = 0.0;
  std::string unproved_;
};

/// Of a body whose triangles are proved: whether they are as near as was asked for.
void check_deviation(const std::optional<json::JsonCursor>& wanted, const CadBody& body) {
  if (!wanted || body.deviation() <= 1.001 * wanted->number(json::kSize)) return;
  wanted->refuse(fmt::format("{}, below the {:.3g} that can be proved", wanted->number(json::kSize),
                             body.deviation()),
                 "a larger deviation", "graze info says how exact the file itself is");
}

std::string note_on(const std::string& source, const CadBody& body, const std::string& units) {
  std::string note = source + ": ";
  if (!body.unproved().empty()) {
    note += "counts as a surface, since its triangles have no proof (" + body.unproved() + ")";
  } else {
    note += fmt::format("certified sees its faces, other methods triangles within {:.3g} {}",
                        body.deviation(), units);
  }
  if (!(body.gap() > 0.0)) return note;
  return note +
         fmt::format("; faces of the file miss their edges by up to {:.2g} {}", body.gap(), units);
}

}  // namespace

const CadModel& CadShapes::model(const std::filesystem::path& path, double deviation_mm,
                                 const std::string& part) {
  const std::pair key{path.string(), deviation_mm};
  const auto known = models_.find(key);
  if (known != models_.end()) return known->second;
  const double relative = deviation_mm > 0.0 ? 0.0 : kUsualDeviation;
  return models_
      .emplace(
          key,
          load_cad(path, {.deviation = deviation_mm, .relative_deviation = relative, .part = part}))
      .first->second;
}

Shape CadShapes::read(const json::JsonCursor& cursor, const std::filesystem::path& base_dir,
                      const std::string& units, std::set<std::string>& notes) {
  cursor.expect_keys({"type", "path", "part", "deviation"});
  const double scale = scale_from_cad(cursor, units);
  const auto wanted = cursor.find("deviation");
  const double wanted_mm = wanted ? wanted->number(json::kSize) / scale : 0.0;
  const std::string path = cursor.at("path").text();
  const auto part = cursor.find("part");
  const CadModel& cad = model(base_dir / path, wanted_mm, part ? part->text() : "");
  if (part) json::placed(*part, [&] { return instance_at(cad, part->text()); });
  CadBody body(scale);
  for (const CadInstance& instance : cad.instances) {
    if (part && instance.path != part->text()) continue;
    json::placed(cursor, [&] { body.add(cad.parts[instance.part], instance.model_from_part); });
  }
  if (body.is_empty()) cursor.refuse("a part without faces", "a part with faces", "");
  check_deviation(wanted, body);
  const std::string source = part ? path + ": " + part->text() : path;
  notes.insert(note_on(source, body, units));
  gaps_[source] = body.gap();
  return json::placed(cursor, [&] { return std::move(body).made(source); });
}

std::optional<double> CadShapes::sealing_of(const Shape& shape) const {
  const auto known = gaps_.find(shape.source());
  if (known == gaps_.end() || !shape.is_surface()) return std::nullopt;
  return 2.0 * known->second;
}

}  // namespace graze::scene_json
