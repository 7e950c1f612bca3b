// SPDX-License-Identifier: MIT
// The scene and its answers as the page reads them.                                           [G4]
#include <cmath>
#include <optional>

#include "graze/base/error.h"
#include "graze/io/report_page.h"
#include "graze/io/write_report.h"
#include "graze/math/sin_cos.h"
#include "graze/motion/motion.h"
#include "io/gltf/shown_mesh.h"
#include "io/json/contact_json.h"
#include "io/page/base64.h"
#include "io/page/gzip.h"
#include "io/page/page_meshes.h"

namespace graze {
namespace {
using json::OrderedJson;
using json::to_json;

constexpr double kSamples =
    240.0;  // poses over the span: one a frame when it plays in four seconds

/// Sampled poses: position and quaternion (x, y, z, w) of the mesh's centre, about the scene's.
class PoseSamples {
 public:
  PoseSamples(const Vec3& mesh_centre, const Vec3& scene_centre)
      : mesh_centre_(mesh_centre), scene_centre_(scene_centre) {}

  void add(double time, const Pose& pose) {
    const Vec3 p = pose * mesh_centre_ - scene_centre_;
    const Quat q(pose.rotation);
    times_.push_back(time);
    numbers_.insert(numbers_.end(), {p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()});
  }
  void write(OrderedJson& body) const {
    body["times"] = times_;
    body["poses"] = io::base64_of(std::span<const double>(numbers_));
  }

 private:
  Vec3 mesh_centre_;
  Vec3 scene_centre_;
  std::vector<double> times_;
  std::vector<double> numbers_;
};

void sample(const Motion& motion, const Interval& span, PoseSamples& samples) {
  if (motion.is_still() || span.is_point()) return samples.add(span.lo, pose_at(motion, span.lo));
  for (const SmoothPiece& piece : smooth_pieces(motion, span)) {
    const double share = (piece.span.hi - piece.span.lo) / (span.hi - span.lo);
    const int count = std::max(1, static_cast<int>(std::ceil(kSamples * share)));
    for (int k = 0; k <= count; ++k) {
      const double s = static_cast<double>(k) / count;
      const double t =
          k == count ? piece.span.hi : piece.span.lo + s * (piece.span.hi - piece.span.lo);
      samples.add(t, pose_at(piece.motion, t));
    }
  }
}

/// Where the vertices of a body that deforms are, straight from frame to frame.
OrderedJson shown_frames(const Body& body, const Vec3& centre) {
  OrderedJson frames = OrderedJson::array();
  for (const DeformationFrame& frame : body.deformation.frames()) {
    frames.push_back(
        {{"time", frame.time}, {"positions", io::positions_about(frame.vertices, centre)}});
  }
  return frames;
}

/// The value of a joint whose body stands there in its parent's frame.
double joint_value(const Body& body, const Pose& parent_from_body) {
  const Pose moved = inverse(body.joint_frame->parent_from_joint) * parent_from_body;
  const Vec3 axis = body.joint_frame->axis.normalized();
  if (body.joint == JointKind::kPrismatic) return axis.dot(moved.translation);
  const Quat q(moved.rotation);
  return 2.0 * atan2(axis.dot(q.vec()), q.w());
}

/// Where a joint sits in the parent's frame and its values at both ends of the span, for sliders.
std::optional<OrderedJson> shown_joint(const Body& body, const Interval& span) {
  const bool moves = body.joint == JointKind::kRevolute || body.joint == JointKind::kPrismatic;
  if (!moves || !body.joint_frame || !body.parent) return std::nullopt;
  const Pose& frame = body.joint_frame->parent_from_joint;
  const Quat q(frame.rotation);
  return OrderedJson{{"slides", body.joint == JointKind::kPrismatic},
                     {"place", to_json(frame.translation)},
                     {"turn", {q.x(), q.y(), q.z(), q.w()}},
                     {"axis", to_json(Vec3(body.joint_frame->axis.normalized()))},
                     {"values",
                      {joint_value(body, pose_at(body.motion, span.lo)),
                       joint_value(body, pose_at(body.motion, span.hi))}}};
}

OrderedJson shown_contact(const Contact& contact) {
  return {{"point", to_json(contact.point)},
          {"normal", to_json(contact.normal)},
          {"point_a", to_json(contact.point_a)},
          {"point_b", to_json(contact.point_b)},
          {"distance", contact.distance},
          {"feature_a", feature_text(contact.feature_a)},
          {"feature_b", feature_text(contact.feature_b)}};
}

OrderedJson shown_pair(const PairReport& pair) {
  const ContactReport& report = pair.report;
  OrderedJson contacts = OrderedJson::array();
  for (const Contact& contact : report.contacts) contacts.push_back(shown_contact(contact));
  return {{"a", pair.a.value},
          {"b", pair.b.value},
          {"outcome", name(report.outcome)},
          {"guarantee", name(report.guarantee)},
          {"method", name(report.method)},
          {"start", name(report.start)},
          {"time", {report.time.lo, report.time.hi}},
          {"tolerance", report.tolerance},
          {"contacts", std::move(contacts)},
          {"tests", report.stats.box_tests + report.stats.triangle_tests},
          {"reason", explanation(report)}};
}

Aabb bounds_at_start(const Scene& scene, std::span<const Motion> motions) {
  Aabb all;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const TriangleMesh& mesh = scene.bodies[i].shape.mesh();
    if (mesh.is_empty() || scene.bodies[i].shape.is_unbounded()) continue;
    const Pose pose = pose_at(motions[i], scene.span.lo);
    for (int corner = 0; corner < 8; ++corner) {
      const Aabb& box = mesh.bounds();
      all.add(pose * Vec3(corner & 1 ? box.hi.x() : box.lo.x(),
                          corner & 2 ? box.hi.y() : box.lo.y(),
                          corner & 4 ? box.hi.z() : box.lo.z()));
    }
  }
  return all;
}

}  // namespace

std::string view_document(const Scene& given, std::span<const PairReport> reports,
                          const ReportPage& page) {
  const std::vector<Motion> motions = world_motions(given);
  const Aabb bounds = bounds_at_start(given, motions);
  const Scene scene = io::shown_scene(given);
  const Vec3 centre = bounds.is_empty() ? Vec3(Vec3::Zero()) : bounds.centre();
  OrderedJson document{{"format", "graze view 1"},
                       {"name", page.name},
                       {"units", scene.units},
                       {"up", page.up},
                       {"span", {scene.span.lo, scene.span.hi}},
                       {"centre", to_json(centre)},
                       {"command", page.command},
                       {"version", page.version},
                       {"seconds", page.seconds},
                       {"asked", OrderedJson::parse(page.asked)}};
  using Written = io::PageMeshes::Written;
  io::PageMeshes meshes(page.bare ? Written::kNone : Written::kAll);
  OrderedJson bodies = OrderedJson::array();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto [mesh, mesh_centre] = meshes.add(shape_at(scene.bodies[i], scene.span.lo));
    OrderedJson body{
        {"name", scene.bodies[i].name}, {"mesh", mesh}, {"origin", to_json(mesh_centre)}};
    body["parent"] = scene.bodies[i].parent ? static_cast<int>(scene.bodies[i].parent->value) : -1;
    if (const auto joint = shown_joint(scene.bodies[i], scene.span)) body["joint"] = *joint;
    if (scene.bodies[i].deforms()) body["frames"] = shown_frames(scene.bodies[i], mesh_centre);
    PoseSamples samples(mesh_centre, centre);
    sample(motions[i], scene.span, samples);
    samples.write(body);
    bodies.push_back(std::move(body));
  }
  document["meshes"] = meshes.json();
  document["bodies"] = std::move(bodies);
  OrderedJson pairs = OrderedJson::array();
  for (const PairReport& pair : reports) pairs.push_back(shown_pair(pair));
  document["pairs"] = std::move(pairs);
  if (page.live) document["live"] = true;
  if (!page.batch.empty()) document["batch"] = OrderedJson::parse(page.batch);
  for (const PageFile& file : page.files)
    document["files"][file.name] = io::gzip_base64(file.bytes);
  if (page.curve) {
    document["curve"] = {
        {"times", page.curve->times}, {"lower", page.curve->lower}, {"upper", page.curve->upper}};
  }
  return document.dump();
}

std::string up_of(std::string_view scene_json) {
  const json::Json document = json::parse_json(scene_json, "scene.json");
  return document.is_object() ? document.value("up", std::string("z")) : "z";
}

std::string with_up(std::string scene_json, std::string_view up) {
  if (up == "z") return scene_json;
  return scene_json.insert(scene_json.find('{') + 1, "\n \"up\": \"" + std::string(up) + "\",");
}

std::string film_in_page(std::string_view text) {
  constexpr std::string_view kBegin = "film:", kEnd = ":film";
  const std::size_t end = text.rfind(kEnd);
  const std::size_t begin = end == std::string_view::npos ? end : text.rfind(kBegin, end - 1);
  if (begin == std::string_view::npos) return {};
  const std::size_t first = begin + kBegin.size();
  return io::bytes_of_base64(text.substr(first, end - first));
}

std::string report_html(std::string_view page_template, std::string_view document) {
  constexpr std::string_view kPlace = "/*DATA*/";
  const std::size_t place = page_template.find(kPlace);
  if (place == std::string_view::npos) {
    throw InputError(
        {"the built-in page", "no place for data", "the page that page/ builds", "build again"});
  }
  std::string html(page_template.substr(0, place));
  html.reserve(page_template.size() + document.size());
  for (const char c : document) {  // "</script" inside the data would end it
    if (c == '<')
      html += "\\u003c";
    else
      html += c;
  }
  return html.append(page_template.substr(place + kPlace.size()));
}

}  // namespace graze
