// SPDX-License-Identifier: MIT
// What the exporter writes is read by tinygltf and played back by the rules of glTF.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/io/gltf_export.h"
#include "io/gltf/keyframes.h"
#include "io/gltf/shown_mesh.h"
#include "io/refusal.h"
#include "support/trials.h"

#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

namespace graze {
namespace {

tinygltf::Model read_glb(const std::string& bytes) {
  tinygltf::TinyGLTF reader;
  tinygltf::Model model;
  std::string error;
  std::string warning;
  EXPECT_TRUE(reader.LoadBinaryFromMemory(&model, &error, &warning,
                                          reinterpret_cast<const unsigned char*>(bytes.data()),
                                          static_cast<unsigned>(bytes.size())))
      << error;
  EXPECT_EQ(error + warning, "");
  return model;
}

std::vector<float> floats_of(const tinygltf::Model& model, int accessor_index) {
  const tinygltf::Accessor& accessor = model.accessors.at(static_cast<std::size_t>(accessor_index));
  const tinygltf::BufferView& view =
      model.bufferViews.at(static_cast<std::size_t>(accessor.bufferView));
  EXPECT_EQ(view.byteOffset % 4, 0u);
  EXPECT_EQ(accessor.componentType, TINYGLTF_COMPONENT_TYPE_FLOAT);
  std::vector<float> values(view.byteLength / sizeof(float));
  EXPECT_EQ(values.size(),
            accessor.count * static_cast<std::size_t>(tinygltf::GetNumComponentsInType(
                                 static_cast<std::uint32_t>(accessor.type))));
  std::memcpy(values.data(), model.buffers[0].data.data() + view.byteOffset, view.byteLength);
  return values;
}

/// One channel of the animation.
struct Channel {
  std::vector<float> times;
  std::vector<float> values;
  bool steps = false;

  /// The two keys around t and how far t is between them; glTF 2.0, appendix C.
  std::pair<std::size_t, double> at(double t) const {
    if (t <= times.front()) return {0, 0.0};
    if (t >= times.back()) return {times.size() - 1, 0.0};
    const auto after =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
    const double u = (t - times[after - 1]) / (double{times[after]} - times[after - 1]);
    return {after - 1, steps ? 0.0 : std::clamp(u, 0.0, 1.0)};
  }
  Vec3 point(double t) const {
    const auto [k, u] = at(t);
    const auto value = [&](std::size_t key) {
      return Vec3(values[3 * key], values[3 * key + 1], values[3 * key + 2]);
    };
    return u == 0.0 ? value(k) : Vec3((1 - u) * value(k) + u * value(k + 1));
  }
  Quat turn(double t) const {
    const auto [k, u] = at(t);
    const auto value = [&](std::size_t key) {
      return Quat(values[4 * key + 3], values[4 * key], values[4 * key + 1], values[4 * key + 2]);
    };
    return u == 0.0 ? value(k) : Quat(value(k).slerp(u, value(k + 1)));
  }
};

std::optional<Channel> channel_of(const tinygltf::Model& model, int node, const std::string& path) {
  for (const tinygltf::Animation& animation : model.animations) {
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      if (channel.target_node != node || channel.target_path != path) continue;
      const tinygltf::AnimationSampler& sampler =
          animation.samplers.at(static_cast<std::size_t>(channel.sampler));
      return Channel{floats_of(model, sampler.input), floats_of(model, sampler.output),
                     sampler.interpolation == "STEP"};
    }
  }
  return std::nullopt;
}

Scene one_body(const Motion& motion, Interval span = {0.0, 1.0}) {
  Scene scene;
  scene.span = span;
  scene.bodies.push_back({});
  scene.bodies[0].name = "body";
  scene.bodies[0].shape = Shape::from_box({0.5, 1.0, 0.25});
  scene.bodies[0].motion = motion;
  return scene;
}

Pose turned(double angle, const Vec3& axis, const Vec3& translation) {
  return {Quat(Eigen::AngleAxisd(angle, axis.normalized())).toRotationMatrix(), translation};
}

/// Largest distance of a corner of the box from where it should be, over `samples` times.
double worst_error(const Scene& scene, const tinygltf::Model& model, int samples) {
  const std::optional<Channel> place = channel_of(model, 0, "translation");
  const std::optional<Channel> turn = channel_of(model, 0, "rotation");
  EXPECT_TRUE(place && turn);
  double worst = 0.0;
  for (int i = 0; i <= samples; ++i) {
    const double t = scene.span.lo + scene.span.width() * i / samples;
    const Pose wanted = pose_at(scene.bodies[0].motion, t);
    for (const Vec3& p : scene.bodies[0].shape.mesh().vertices()) {
      const Vec3 shown = turn->turn(t - scene.span.lo) * p + place->point(t - scene.span.lo);
      worst = std::max(worst, (shown - wanted * p).norm());
    }
  }
  return worst;
}

TEST(G4_Gltf, ScrewStaysWithinTheStatedError) {
  Motion::ScrewParameters screw;
  screw.begin = turned(0.3, {1, 2, 3}, {1, 0, 0});
  screw.axis = Vec3(1, -1, 2);
  screw.angle = 11.0;  // almost two turns
  screw.slide = 2.0;
  const Scene scene = one_body(Motion::screw(screw, {-1.0, 2.0}), {-1.0, 2.0});
  for (const double max_error : {1e-2, 1e-3, 1e-4}) {
    const tinygltf::Model model = read_glb(format_glb(scene, {}, {.max_error = max_error}));
    const double worst = worst_error(scene, model, 5000);
    EXPECT_LE(worst, max_error + 1e-6) << "floats cost up to 1e-6 here";
    EXPECT_GE(worst, max_error / 50) << "more keyframes than needed";
  }
}

TEST(G4_Gltf, SlerpNeedsOnlyItsEnds) {
  const Motion motion =
      Motion::between(turned(0.2, {1, 0, 0}, {0, 0, 0}), turned(1.9, {1, 1, 0}, {3, -2, 1}),
                      {0.0, 1.0}, Interpolation::kSlerp);
  const Scene scene = one_body(motion);
  const tinygltf::Model model = read_glb(format_glb(scene));
  EXPECT_EQ(channel_of(model, 0, "rotation")->times.size(), 2u);
  EXPECT_LE(worst_error(scene, model, 1000), 2e-6) << "floats";
}

TEST(G4_Gltf, StepsJumpAndStillBodiesHaveNoAnimation) {
  const std::vector<TimedPose> poses{{0.0, turned(0, {1, 0, 0}, {0, 0, 0})},
                                     {0.25, turned(1, {1, 0, 0}, {1, 0, 0})},
                                     {1.0, turned(2, {1, 0, 0}, {2, 0, 0})}};
  const Scene scene = one_body(Motion::path(poses, Interpolation::kStep));
  const tinygltf::Model model = read_glb(format_glb(scene));
  EXPECT_TRUE(channel_of(model, 0, "translation")->steps);
  EXPECT_LE(worst_error(scene, model, 1000), 1e-6);

  const tinygltf::Model still = read_glb(format_glb(one_body(Motion::still(poses[1].pose))));
  EXPECT_TRUE(still.animations.empty());
  EXPECT_FLOAT_EQ(static_cast<float>(still.nodes[0].translation[0]), 1.0f);
}

TEST(G4_Gltf, PathsKeepTheirCornersAndTimesAscendStrictly) {
  const std::size_t count = test::trials(200);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    std::normal_distribution<double> normal;
    std::vector<TimedPose> poses;
    double time = normal(random);
    const Interval span(time, time + 2.0);
    for (int i = 0; i < 5; ++i) {
      const Vec3 axis(normal(random), normal(random), normal(random));
      poses.push_back(
          {time, turned(normal(random), axis, {normal(random), normal(random), normal(random)})});
      time += 0.01 + std::abs(normal(random));
    }
    const auto kind = static_cast<Interpolation>(random() % 3);
    const Scene scene = one_body(Motion::path(poses, kind), span);
    const tinygltf::Model model = read_glb(format_glb(scene, {}, {.max_error = 1e-3}));
    ASSERT_LE(worst_error(scene, model, 500), 1e-3 + 1e-5) << "trial " << trial;
    const std::vector<float> times = channel_of(model, 0, "rotation")->times;
    for (std::size_t i = 1; i < times.size(); ++i) ASSERT_LT(times[i - 1], times[i]);
  }
}

Scene two_boxes() {
  Scene scene = one_body(Motion::still({}), {1.0, 3.0});
  scene.bodies.push_back(scene.bodies[0]);
  scene.bodies[1].name = "other \xff";
  scene.bodies[1].motion =
      Motion::between(turned(0, {0, 0, 1}, {5, 0, 0}), turned(0, {0, 0, 1}, {0, 0, 0}), {1.0, 3.0});
  return scene;
}

ContactMark mark_between_boxes() {
  ContactMark mark{BodyId(0), BodyId(1), 2.6, {}};
  mark.contact.point = {0.5, 0, 0};
  mark.contact.normal = {1, 0, 0};
  mark.contact.feature_b.triangle = TriangleId(3);
  return mark;
}

TEST(G4_Gltf, MarksAppearAtTheContactTimeAndNotBefore) {
  const ContactMark marks[] = {mark_between_boxes()};
  const tinygltf::Model model = read_glb(format_glb(two_boxes(), marks));
  int appearing = 0;
  for (std::size_t node = 0; node < model.nodes.size(); ++node) {
    const std::optional<Channel> scale = channel_of(model, static_cast<int>(node), "scale");
    if (!scale) continue;
    ++appearing;
    EXPECT_TRUE(scale->steps);
    EXPECT_EQ(scale->point(1.59).x(), 0.0);
    EXPECT_EQ(scale->point(1.6000001).x(), 1.0) << "2.6 s is 1.6 s after the start";
  }
  EXPECT_EQ(appearing, 3) << "ball and arrow, and a triangle on each body";
  EXPECT_EQ(model.nodes[0].children.size(), 1u) << "the triangle moves with its body";
}

TEST(G4_Gltf, AccessorsHaveTheBoundsOfTheirFloats) {
  const ContactMark marks[] = {mark_between_boxes()};
  const tinygltf::Model model = read_glb(format_glb(two_boxes(), marks));
  for (const tinygltf::Mesh& mesh : model.meshes) {
    const int at = mesh.primitives[0].attributes.at("POSITION");
    const std::vector<float> values = floats_of(model, at);
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(at)];
    for (std::size_t k = 0; k < 3; ++k) {
      float lo = values[k];
      float hi = values[k];
      for (std::size_t i = k; i < values.size(); i += 3) {
        lo = std::min(lo, values[i]);
        hi = std::max(hi, values[i]);
      }
      EXPECT_EQ(static_cast<float>(accessor.minValues[k]), lo);
      EXPECT_EQ(static_cast<float>(accessor.maxValues[k]), hi);
    }
  }
  EXPECT_EQ(model.bufferViews.size(), model.accessors.size());
}

TEST(G4_Gltf, TheFileIsWholeAndAligned) {
  const std::string bytes = format_glb(two_boxes());
  std::uint32_t words[5];
  std::memcpy(words, bytes.data(), sizeof words);
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(words[1], 2u);
  EXPECT_EQ(words[2], bytes.size());
  EXPECT_EQ(words[3] % 4, 0u);
  EXPECT_EQ(bytes.size() % 4, 0u);
  EXPECT_EQ(format_glb(two_boxes()), bytes) << "the same bytes every time";
}

/// A box whose vertices wave about: 60 frames, of which the last third stands still.
Scene waving_box() {
  Scene scene = one_body(Motion::still({}), {0.5, 2.5});
  scene.bodies[0].shape = Shape::from_mesh(TriangleMesh(scene.bodies[0].shape.mesh()));
  const auto rest = scene.bodies[0].shape.mesh().vertices();
  std::vector<DeformationFrame> frames;
  for (int k = 0; k <= 60; ++k) {
    const double t = std::min(k, 40) / 20.0;
    DeformationFrame frame{k / 20.0, {rest.begin(), rest.end()}};
    for (std::size_t v = 0; v < frame.vertices.size(); ++v) {
      frame.vertices[v].z() += 0.3 * (std::sin(3.0 * t + double(v)) - std::sin(double(v)));
    }
    frames.push_back(std::move(frame));
  }
  scene.bodies[0].deformation = Deformation(std::move(frames));
  return scene;
}

/// Largest distance of a vertex from where it should be, played by the rules of morph targets.
double worst_morph(const Scene& scene, const tinygltf::Model& model) {
  const std::optional<Channel> weights = channel_of(model, 0, "weights");
  const tinygltf::Primitive& shown = model.meshes.at(0).primitives.at(0);
  std::vector<std::vector<float>> targets{floats_of(model, shown.attributes.at("POSITION"))};
  for (const auto& target : shown.targets) {
    targets.push_back(floats_of(model, target.at("POSITION")));
  }
  const std::size_t count = shown.targets.size();
  EXPECT_EQ(weights->values.size(), weights->times.size() * count);
  double worst = 0.0;
  for (int i = 0; i <= 500; ++i) {
    const double t = scene.span.width() * i / 500;
    const auto [key, u] = weights->at(t);
    const auto wanted = scene.bodies[0].deformation.vertices_at(scene.span.lo + t);
    for (std::size_t v = 0; v < wanted.size(); ++v) {
      Vec3 p(targets[0][3 * v], targets[0][3 * v + 1], targets[0][3 * v + 2]);
      for (std::size_t k = 0; k < count; ++k) {
        const double now = weights->values[key * count + k];
        const double next = u > 0.0 ? weights->values[(key + 1) * count + k] : now;
        for (int c = 0; c < 3; ++c) {
          p[c] += ((1 - u) * now + u * next) * targets[k + 1][3 * v + static_cast<std::size_t>(c)];
        }
      }
      worst = std::max(worst, (p - wanted[v]).norm());
    }
  }
  return worst;
}

TEST(G4_Gltf, DeformingBodiesMorphWithinTheStatedError) {
  const Scene scene = waving_box();
  for (const double error : {1e-5, 1e-2}) {
    const tinygltf::Model model = read_glb(format_glb(scene, {}, {.max_error = error, .up = 'y'}));
    EXPECT_LT(worst_morph(scene, model), error + 1e-6);
    const std::size_t targets = model.meshes.at(0).primitives.at(0).targets.size();
    EXPECT_LT(targets, error < 1e-3 ? 32u : 20u) << "what stands still needs no frames";
    EXPECT_GT(targets, 4u);
  }
}

TEST(G4_Gltf, RefusesWhatItCannotShow) {
  ContactMark mark = mark_between_boxes();
  mark.contact.feature_a.triangle = TriangleId(99);
  EXPECT_EQ(test::refusal_of([&] { format_glb(two_boxes(), {&mark, 1}); }).found, "triangle 99");
  mark.a = BodyId(7);
  EXPECT_EQ(test::refusal_of([&] { format_glb(two_boxes(), {&mark, 1}); }).found, "body 7");
  EXPECT_EQ(test::refusal_of([&] { format_glb(two_boxes(), {}, {.max_error = 0.0}); }).place,
            "max_error");
  Motion::ScrewParameters fast;
  fast.angle = 1e6;
  EXPECT_EQ(test::refusal_of([&] {
              format_glb(one_body(Motion::screw(fast)), {}, {.max_error = 1e-9});
            }).place,
            "body 'body'");
}

/// How far the point is from the core: on the surface of a round shape it is the rounding.
double core_distance(const Shape& shape, const Vec3& p) {
  double least = kInfinity;
  for (std::size_t i = 0; i < shape.mesh().triangles().size(); ++i) {
    least = std::min(least, point_triangle(p, shape.mesh().corners(i)).distance_sq);
  }
  return std::sqrt(least);
}

TEST(G3_Gltf, RoundShapesAreShownGrown) {
  const TriangleMesh plate({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}});
  for (const Shape& shape :
       {Shape::from_sphere({1, 2, 3}, 0.5), Shape::from_capsule({0, 0, 0}, {0, 2, 0}, 0.25),
        Shape::from_rounded_mesh(plate, 0.1)}) {
    const double radius = shape.rounding();
    const TriangleMesh shown = io::shown_mesh(shape);
    double farthest = 0.0;
    for (std::size_t i = 0; i < shown.triangles().size(); ++i) {
      const Corners t = shown.corners(i);
      for (const Vec3& corner : t) {
        ASSERT_LE(core_distance(shape, corner), radius * (1 + 1e-9)) << shape.source();
        farthest = std::max(farthest, core_distance(shape, corner));
      }
    }
    EXPECT_NEAR(farthest, radius, 1e-9);
    // Every point of the surface, seen from the core's vertices and edges, has a triangle near it.
    const Aabb box = shape.mesh().bounds(), seen = shown.bounds();
    EXPECT_LT((seen.lo - (box.lo - Vec3::Constant(radius))).norm(), 0.04 * radius);
    EXPECT_LT((seen.hi - (box.hi + Vec3::Constant(radius))).norm(), 0.04 * radius);
  }
  const Shape box = Shape::from_box({1, 2, 3});
  EXPECT_EQ(io::shown_mesh(box).content_hash(), box.mesh().content_hash());
}

TEST(G3_Gltf, AMarkOnABallHasASize) {
  Scene scene;
  scene.bodies.resize(2);
  scene.bodies[0].name = "ball";
  scene.bodies[0].shape = Shape::from_sphere(Vec3::Zero(), 0.5);
  scene.bodies[1].name = "other";
  scene.bodies[1].shape = Shape::from_sphere(Vec3(1, 0, 0), 0.5);
  ContactMark mark;
  mark.a = BodyId(0);
  mark.b = BodyId(1);
  mark.contact.normal = Vec3::UnitX();
  mark.contact.feature_a.triangle = mark.contact.feature_b.triangle = TriangleId(0);
  const tinygltf::Model model = read_glb(format_glb(scene, {&mark, 1}));
  for (const tinygltf::Node& node : model.nodes) {
    if (node.name != "point") continue;
    EXPECT_GT(node.scale.at(0), 0.01);
  }
}

TEST(G4_Gltf, UpIsUpInTheFile) {
  const Scene scene = two_boxes();
  for (const char up : {'y', 'z'}) {
    const tinygltf::Model model = read_glb(format_glb(scene, {}, {.up = up}));
    const std::vector<int>& top = model.scenes[0].nodes;
    if (up == 'y') {
      EXPECT_EQ(top, (std::vector<int>{0, 1}));
      continue;
    }
    ASSERT_EQ(top.size(), 1u);
    const tinygltf::Node& root = model.nodes[static_cast<std::size_t>(top[0])];
    EXPECT_EQ(root.children, (std::vector<int>{0, 1}));
    const Quat turn(root.rotation[3], root.rotation[0], root.rotation[1], root.rotation[2]);
    EXPECT_LT((turn * Vec3::UnitZ() - Vec3::UnitY()).norm(), 1e-7) << "up";
    EXPECT_LT((turn * Vec3::UnitX() - Vec3::UnitX()).norm(), 1e-7);
  }
  EXPECT_THROW(format_glb(scene, {}, {.up = 'x'}), InputError);
}

TEST(G4_Gltf, EmptySceneIsAValidFile) { EXPECT_TRUE(read_glb(format_glb(Scene{})).nodes.empty()); }

}  // namespace
}  // namespace graze
