// SPDX-License-Identifier: MIT
// Question   Which triangles does a 3MF file show?                                             [G3]
// Source     3MF core specification 1.3: objects, components, build items; production extension.
// Guarantee  Coordinates are the doubles nearest to the text, in the file's unit (by default mm).
// Changed    Required extensions that carry other geometry are refused by name.
#include <cmath>
#include <map>
#include <sstream>

#include "graze/base/error.h"
#include "io/mesh_formats.h"
#include "io/threemf/zip_archive.h"
#include "io/xml/xml_cursor.h"

namespace graze::io {
namespace {
using xml::XmlCursor;
using Transform = Eigen::Transform<double, 3, Eigen::Affine, Eigen::DontAlign>;

constexpr int kDeepestComponents = 32;
constexpr std::size_t kMost3mfTriangles = 20'000'000;
constexpr std::size_t kMostInstances = 100'000;
constexpr std::string_view kModelType =
    "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";

/// Twelve numbers, four rows of three, applied to rows: a point p becomes p M.
Transform placement_of(const XmlCursor& cursor) {
  Transform transform = Transform::Identity();
  if (!cursor.has("transform")) return transform;
  const auto m = xml::parse_numbers(cursor.attribute("transform"), cursor.place(), 12);
  if (m.size() != 12) cursor.refuse(std::to_string(m.size()) + " numbers in 'transform'", "12");
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 3; ++column)
      transform.matrix()(column, row) = m[static_cast<std::size_t>(3 * row + column)];
  }
  return transform;
}

/// The unit by the name that scenes use.
std::string units_of(const XmlCursor& model) {
  static const std::map<std::string, std::string> known{{"micron", "um"},     {"millimeter", "mm"},
                                                        {"centimeter", "cm"}, {"inch", "in"},
                                                        {"foot", "ft"},       {"meter", "m"}};
  const std::string unit = model.attribute("unit", "millimeter");
  if (const auto found = known.find(unit); found != known.end()) return found->second;
  model.refuse("unit = " + unit, "micron, millimeter, centimeter, inch, foot or meter");
}

std::uint32_t index_of(const XmlCursor& triangle, const char* name, std::size_t vertices) {
  const double number = triangle.number(name);
  if (number >= 0.0 && number < static_cast<double>(vertices) && number == std::floor(number))
    return static_cast<std::uint32_t>(number);
  triangle.refuse(std::string(name) + " = " + triangle.attribute(name),
                  "one of " + std::to_string(vertices) + " vertices");
}

/// One .model file of the archive.
struct ModelFile {
  std::string path;
  xml::XmlDocument document;
  std::map<std::string, XmlCursor> objects;  ///< by id

  ModelFile(std::string name, const std::string& text, const std::string& place)
      : path(std::move(name)), document(text, place + ": " + path) {
    const XmlCursor root = document.root("model", "a 3MF model");
    refuse_other_geometry(root);
    if (const auto resources = root.find("resources")) {
      for (const XmlCursor& object : resources->children("object"))
        objects.emplace(object.attribute("id"), object);
    }
  }

  /// Materials and parts in other files lose nothing; beams, slices and volumes would.
  static void refuse_other_geometry(const XmlCursor& root) {
    std::istringstream prefixes(root.attribute("requiredextensions", ""));
    for (std::string prefix; prefixes >> prefix;) {
      const std::string space = root.attribute(("xmlns:" + prefix).c_str(), "");
      if (space.find("/production/") != std::string::npos ||
          space.find("/material/") != std::string::npos)
        continue;
      root.refuse("the required extension '" + (space.empty() ? prefix : space) + "'",
                  "plain meshes", "export the parts as meshes");
    }
  }
};

class ThreeMfReader {
 public:
  ThreeMfReader(std::string_view bytes, const std::string& place)
      : archive_(bytes, place), place_(place) {}

  MeshInUnits read() {
    const ModelFile& model = file(main_model());
    const XmlCursor root = model.document.root();
    const auto build = root.find("build");
    const auto items = build ? build->children("item") : std::vector<XmlCursor>{};
    if (items.empty()) root.refuse("nothing to build", "items in <build>");
    for (const XmlCursor& item : items) add(model, item, placement_of(item), 0);
    try {
      return {TriangleMesh(std::move(vertices_), std::move(triangles_)), units_of(root)};
    } catch (const InputError& error) {
      throw InputError({place_ + ": " + error.parts().place, error.parts().found,
                        error.parts().expected, error.parts().advice});
    }
  }

 private:
  /// The main model according to the archive's relations.
  std::string main_model() const {
    constexpr const char* kUsual = "3D/3dmodel.model";
    if (!archive_.has("_rels/.rels")) return kUsual;
    const xml::XmlDocument relations(archive_.read("_rels/.rels"), place_ + ": _rels/.rels");
    for (const XmlCursor& relation : relations.root().children("Relationship")) {
      if (relation.attribute("Type", "") == kModelType) return inside(relation.attribute("Target"));
    }
    return kUsual;
  }

  static std::string inside(const std::string& path) {
    return path.starts_with('/') ? path.substr(1) : path;
  }

  const ModelFile& file(const std::string& path) {
    const auto known = files_.find(path);
    if (known != files_.end()) return known->second;
    return files_.try_emplace(path, path, archive_.read(path), place_).first->second;
  }

  /// Adds what an item or component refers to, in the same file or by the production extension's
  /// path.
  void add(const ModelFile& from, const XmlCursor& reference, const Transform& transform,
           int depth) {
    if (depth > kDeepestComponents || ++instances_ > kMostInstances)
      reference.refuse("components in components in components …", "32 levels, 100,000 in all");
    const std::string other = reference.attribute("p:path", "");
    const ModelFile& in = other.empty() ? from : file(inside(other));
    const std::string id = reference.attribute("objectid");
    const auto found = in.objects.find(id);
    if (found == in.objects.end())
      reference.refuse("object " + id, "the id of an object of " + in.path);
    const XmlCursor& object = found->second;
    if (const auto mesh = object.find("mesh")) add_mesh(*mesh, transform);
    if (const auto components = object.find("components")) {
      for (const XmlCursor& part : components->children("component"))
        add(in, part, Transform(transform * placement_of(part)), depth + 1);
    }
  }

  void add_mesh(const XmlCursor& mesh, const Transform& transform) {
    const auto points = mesh.at("vertices").children("vertex");
    const auto faces = mesh.at("triangles").children("triangle");
    if (triangles_.size() + faces.size() > kMost3mfTriangles)
      mesh.refuse("more than 20 million triangles in all", "fewer");
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const XmlCursor& p : points)
      vertices_.push_back(transform * Vec3(p.number("x"), p.number("y"), p.number("z")));
    const bool mirrors = transform.linear().determinant() < 0.0;
    for (const XmlCursor& face : faces) {
      Triangle t{index_of(face, "v1", points.size()), index_of(face, "v2", points.size()),
                 index_of(face, "v3", points.size())};
      if (mirrors) std::swap(t[1], t[2]);
      triangles_.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }

  ZipArchive archive_;
  std::string place_;
  std::map<std::string, ModelFile> files_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::size_t instances_ = 0;
};
}  // namespace

MeshInUnits read_3mf(InputBytes& input, const std::string& place) {
  return ThreeMfReader(input.view(), place).read();
}

}  // namespace graze::io
