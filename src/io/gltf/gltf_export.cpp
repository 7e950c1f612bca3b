// SPDX-License-Identifier: MIT
#include "graze/io/gltf_export.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/io/file.h"
#include "graze/math/length.h"
#include "io/gltf/glb_document.h"
#include "io/gltf/mark_meshes.h"
#include "io/gltf/shown_mesh.h"

namespace graze {
namespace {
using io::GlbDocument;
using io::GltfColour;
using io::GltfIndex;
using Json = nlohmann::ordered_json;

constexpr double kDefaultError = 1e-4;  // of the diagonal
constexpr double kBallSize = 0.02;      // of the smaller body's diagonal
constexpr double kArrowSize = 0.25;
constexpr double kLift = 5e-4;
constexpr GltfColour kMarkColour{1.0, 0.15, 0.1, true};
constexpr GltfColour kTriangleColour{1.0, 0.8, 0.0, true};

/// Hues are a golden section apart: neighbours differ, and no two are equal.
GltfColour body_colour(std::size_t number) {
  const double hue = std::fmod(0.58 + 0.618033988749895 * static_cast<double>(number), 1.0);
  const auto channel = [&](double shift) {
    const double x = std::abs(std::fmod(hue + shift, 1.0) * 6.0 - 3.0) - 1.0;
    return 0.25 + 0.6 * std::clamp(x, 0.0, 1.0);
  };
  return {channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0)};
}

double radius_of(const Shape& shape) {
  double largest = 0.0;
  for (const Vec3& v : shape.mesh().vertices()) largest = std::max(largest, length_of(v));
  return largest + shape.rounding();
}

class Exporter {
 public:
  Exporter(const Scene& scene, const GltfOptions& options)
      : given_(scene), scene_(io::shown_scene(scene)), options_(options) {}

  std::string run(std::span<const ContactMark> marks) {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) add_body(i);
    for (const ContactMark& mark : marks) add_mark(mark);
    if (options_.up == 'z') document_.turn_z_up();
    return document_.bytes({{"units", scene_.units}, {"start_seconds", scene_.span.lo}});
  }

 private:
  void add_deforming(std::size_t number) {
    const Body& body = scene_.bodies[number];
    const std::string place = "body '" + body.name + "'";
    const io::MorphFrames frames =
        io::morph_frames_of(body.deformation, scene_.span, limits_for(body).max_error, place);
    const auto triangles = body.shape.mesh().triangles();
    const TriangleMesh first(frames.vertices.front(), {triangles.begin(), triangles.end()});
    const GltfIndex colour = document_.add_material(body_colour(number));
    const GltfIndex mesh = document_.add_morphing_mesh(first, frames, colour, place);
    nodes_.push_back(document_.add_node({{"name", body.name}, {"mesh", mesh}}));
    if (!frames.is_still()) document_.animate(nodes_.back(), frames);
  }

  void add_body(std::size_t number) {
    const Body& body = scene_.bodies[number];
    if (body.deforms()) return add_deforming(number);
    const io::Keyframes frames = io::keyframes_of(world_motion(scene_, BodyId(number)), scene_.span,
                                                  limits_for(body), "body '" + body.name + "'");
    Json node{{"name", body.name},
              {"translation", io::to_json(frames.translations[0])},
              {"rotation", io::to_json(frames.rotations[0])}};
    if (!body.shape.mesh().is_empty()) {
      node["mesh"] = document_.add_mesh(io::shown_mesh(body.shape),
                                        document_.add_material(body_colour(number)),
                                        "body '" + body.name + "'");
    }
    nodes_.push_back(document_.add_node(std::move(node)));
    if (!frames.is_still()) document_.animate(nodes_.back(), frames);
  }

  io::KeyframeLimits limits_for(const Body& body) const {
    const double diagonal = io::shown_diagonal(body.shape);
    const double standard = kDefaultError * (diagonal > 0.0 ? diagonal : 1.0);
    return {radius_of(body.shape), options_.max_error.value_or(standard)};
  }

  const Body& body_of(BodyId id) const {
    if (id.index() < scene_.bodies.size()) return scene_.bodies[id.index()];
    throw InputError({"contact mark", "body " + std::to_string(id.index()),
                      "a body below " + std::to_string(scene_.bodies.size()), ""});
  }

  void add_mark(const ContactMark& mark) {
    const Body& a = body_of(mark.a);
    const Body& b = body_of(mark.b);
    const double size = std::min(io::shown_diagonal(a.shape), io::shown_diagonal(b.shape));
    const auto time = static_cast<float>(mark.time - scene_.span.lo);
    const GltfIndex node = document_.add_node({{"name", "contact of " + a.name + " and " + b.name},
                                               {"translation", io::to_json(mark.contact.point)},
                                               {"extras", {{"time_seconds", mark.time}}}});
    add_ball_and_arrow(node, mark.contact.normal, size);
    document_.appear(node, time);
    add_triangle(mark.a, mark.contact.feature_a, mark.time);
    add_triangle(mark.b, mark.contact.feature_b, mark.time);
  }

  void add_ball_and_arrow(GltfIndex parent, const Vec3& normal, double size) {
    const GltfIndex colour = document_.add_material(kMarkColour);
    const double ball = kBallSize * size;
    document_.add_child(parent, {{"name", "point"},
                                 {"mesh", document_.add_mesh(io::ball_mesh(), colour, "ball")},
                                 {"scale", io::to_json(Vec3::Constant(ball))}});
    if (normal.isZero()) return;
    const double arrow = kArrowSize * size;
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
    document_.add_child(parent, {{"name", "normal"},
                                 {"mesh", document_.add_mesh(io::arrow_mesh(), colour, "arrow")},
                                 {"rotation", io::to_json(turn)},
                                 {"scale", io::to_json(Vec3::Constant(arrow))}});
  }

  void add_triangle(BodyId id, const Feature& feature, double time) {
    const Body& body = body_of(id);
    if (given_.bodies[id.index()].shape.is_unbounded()) return;  // all of the plane
    const Shape shape = body.deforms() ? shape_at(body, time) : body.shape;
    const TriangleMesh& mesh = shape.mesh();
    if (feature.triangle.index() >= mesh.triangles().size()) {
      throw InputError({"contact mark", "triangle " + std::to_string(feature.triangle.index()),
                        "a triangle of '" + body.name + "'", ""});
    }
    if (body.shape.rounding() > 0.0) return;  // its triangles are inside
    const double lift = kLift * mesh.bounds().diagonal();
    const TriangleMesh shown = io::lifted_triangle(mesh, feature.triangle.index(), lift);
    const GltfIndex colour = document_.add_material(kTriangleColour);
    const GltfIndex node = document_.add_child(
        nodes_[id.index()], {{"name", "touching triangle of " + body.name},
                             {"mesh", document_.add_mesh(shown, colour, "triangle")}});
    document_.appear(node, static_cast<float>(time - scene_.span.lo));
  }

  const Scene& given_;
  const Scene scene_;  // half-spaces as squares
  const GltfOptions& options_;
  GlbDocument document_;
  std::vector<GltfIndex> nodes_;
};

void check(const GltfOptions& options) {
  if (options.up != 'y' && options.up != 'z')
    throw InputError({"up", std::string("'") + options.up + "'", "'y' or 'z'", ""});
  if (!options.max_error || *options.max_error > 0.0) return;
  throw InputError({"max_error", number_text(*options.max_error), "a length above 0", ""});
}
}  // namespace

std::string format_glb(const Scene& scene, std::span<const ContactMark> marks,
                       const GltfOptions& options) {
  check(scene);
  check(options);
  return Exporter(scene, options).run(marks);
}

void write_glb(const std::filesystem::path& path, const Scene& scene,
               std::span<const ContactMark> marks, const GltfOptions& options) {
  write_file(path, format_glb(scene, marks, options));
}

}  // namespace graze
