// SPDX-License-Identifier: MIT
#include "server/live_world.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "graze/base/error.h"
#include "graze/dynamics/drag_handle.h"
#include "graze/math/rotation.h"
#include "graze/server/session.h"
#include "graze/simulation/load_world_scene.h"
#include "io/json/contact_json.h"
#include "io/page/base64.h"
#include "io/scene_json/body_named.h"
#include "simulation/articulated.h"

namespace graze::server {
using json::JsonCursor;
using json::OrderedJson;

/// A world, what it was made of, and the hand in it.
class LiveWorld {
 public:
  explicit LiveWorld(WorldScene scene) : scene_(std::move(scene)), world_(make_world(scene_)) {}

  const WorldScene& scene() const { return scene_; }
  const World& world() const { return world_; }
  const StepReport& report() const { return report_; }
  double seconds() const { return seconds_; }  ///< of the clock, for the last steps

  /// New options, the same state: a world takes options only when it is made, so it is made again.
  void set_options(WorldOptions options) {
    scene_.options = std::move(options);
    make_again();
  }

  /// A hand on a point of a body (body frame), stiff enough to lift it; no body: lets go.
  void pull(std::optional<BodyId> body, const Vec3& point, const Vec3& target) {
    if (hand_ && (!body || hand_->body() != *body)) make_again();
    if (!body) return;
    if (!hand_) {
      // It follows within about a tenth of a second, whatever the body weighs.
      const double mass = world_.mass(*body).mass;
      hand_ = std::make_shared<DragHandle>(*body, point, HandleOptions{.stiffness = 200.0 * mass});
      world_.add(std::shared_ptr<ResponseController>(hand_));
    }
    hand_->set_target(target);
  }
  std::optional<BodyId> blocker() const {
    return hand_ ? hand_->blocker(world_, report_) : std::nullopt;
  }

  void step(std::uint32_t count) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint32_t k = 0; k < count; ++k) report_ = world_.step();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

 private:
  /// The same state, no hand: a world keeps its responses as long as it lives.
  void make_again() {
    const WorldState state = world_.state();
    world_ = make_world(scene_);
    world_.restore(state);
    world_.set_second_order(scene_.options.second_order);  // a state says it, too
    hand_.reset();
  }

  WorldScene scene_;
  World world_;
  std::shared_ptr<DragHandle> hand_;
  StepReport report_;
  double seconds_ = 0.0;
};

namespace {
constexpr std::uint32_t kMostSteps = 240;  // of one frame

/// How many of the scene's units a metre is.
double per_metre(const std::string& units) {
  static const std::map<std::string, double> known{{"cm", 1e2},          {"mm", 1e3},
                                                   {"um", 1e6},          {"km", 1e-3},
                                                   {"in", 1.0 / 0.0254}, {"ft", 1.0 / 0.3048}};
  const auto found = known.find(units);
  return found == known.end() ? 1.0 : found->second;
}

void read_options(const JsonCursor& cursor, WorldOptions& options) {
  if (const auto one = cursor.find("gravity")) options.gravity = one->vec3(json::kLength);
  if (const auto one = cursor.find("friction")) options.material.friction = one->number({0.0, 1e6});
  if (const auto one = cursor.find("restitution"))
    options.material.restitution = one->number({0.0, 1.0});
  if (const auto one = cursor.find("order")) options.second_order = one->number({1.0, 2.0}) > 1.5;
}

std::vector<bool> read_loose(const JsonCursor& cursor, const Scene& scene) {
  std::vector<bool> loose(scene.bodies.size(), false);
  const auto named = cursor.find("loose");
  if (named) {
    for (const JsonCursor& item : named->items())
      loose[scene_json::body_named(item, item.text(), scene).index()] = true;
    return loose;
  }
  for (std::size_t i = 0; i < loose.size(); ++i)
    loose[i] = !world_motion(scene, BodyId(i)).is_still() && !scene.bodies[i].parent;
  return loose;
}

/// The bodies where they are at a time; those let go keep the velocity of their centre of mass.
WorldScene let_go(const Scene& scene, double time, const std::vector<bool>& loose) {
  WorldScene world = simulation::given_bodies(scene);
  world.options.gravity *= per_metre(scene.units);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    WorldBody& body = world.bodies[i];
    const Motion motion = body.body.motion;
    const Pose pose = pose_at(motion, time);
    body.body.motion = Motion::still(pose);
    body.role = loose[i] && !body.body.shape.is_unbounded() ? Role::kDynamic : Role::kStatic;
    if (body.role == Role::kStatic) continue;
    const Twist twist = twist_at(motion, time);
    const Vec3 centre = mass_model(body.body.shape, body.body.mass).centre;
    body.angular_velocity = twist.angular;
    body.velocity = twist.linear + twist.angular.cross(pose.rotation * centre);
  }
  return world;
}

OrderedJson contacts_json(const StepReport& report) {
  OrderedJson json = OrderedJson::array();
  for (const WorldContact& contact : report.contacts) {
    json.push_back({{"a", contact.a.value},
                    {"b", contact.b.value},
                    {"point", json::to_json(contact.point)},
                    {"force", json::to_json(contact.force)}});
  }
  return json;
}

/// Place and quaternion (w, x, y, z) of each body.
std::string poses_base64(const World& world) {
  std::vector<double> numbers;
  for (const BodyState& body : world.state().bodies) {
    const Quat q = quaternion_from_rotation(body.pose.rotation);
    const Vec3& p = body.pose.translation;
    numbers.insert(numbers.end(), {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()});
  }
  return io::base64_of(std::span<const double>(numbers));
}
}  // namespace

std::shared_ptr<LiveWorld> begin_world(const JsonCursor& cursor, const Scene& scene,
                                       const WorldScene* described) {
  cursor.expect_keys({"time", "loose", "gravity", "friction", "restitution", "order"});
  double time = scene.span.lo;
  if (const auto one = cursor.find("time")) time = one->number(json::kTime);
  WorldScene world = described ? *described : let_go(scene, time, read_loose(cursor, scene));
  read_options(cursor, world.options);
  auto live = std::make_shared<LiveWorld>(std::move(world));
  const std::vector<WorldOverlap> overlaps = live->world().overlaps();
  if (overlaps.empty() || live->world().is_by_volume()) return live;
  const auto name = [&](BodyId id) { return "'" + live->world().body(id).body.name + "'"; };
  throw InputError({"world", name(overlaps[0].a) + " and " + name(overlaps[0].b) + " overlapping",
                    "bodies that are apart", "let go at an earlier time"});
}

std::string step_world(LiveWorld& live, const JsonCursor& cursor) {
  cursor.expect_keys({"steps", "hand", "gravity", "friction", "restitution", "order"});
  WorldOptions options = live.scene().options;
  read_options(cursor, options);
  const auto changed = [&](const WorldOptions& before) {
    return options.gravity != before.gravity || options.second_order != before.second_order ||
           options.material.friction != before.material.friction ||
           options.material.restitution != before.material.restitution;
  };
  if (changed(live.scene().options)) live.set_options(options);
  if (const auto hand = cursor.find("hand")) {
    hand->expect_keys({"body", "point", "target"});
    const BodyId body(hand->at("body").index(live.world().body_count()));
    if (live.world().body(body).role != Role::kDynamic)
      hand->at("body").refuse("'" + live.world().body(body).body.name + "', which stands",
                              "a body that was let go", "pull another one");
    live.pull(body, hand->at("point").vec3(), hand->at("target").vec3());
  } else {
    live.pull(std::nullopt, Vec3::Zero(), Vec3::Zero());
  }
  const auto steps = cursor.find("steps");
  live.step(steps ? steps->index(kMostSteps + 1) : 1);
  return state_json(live);
}

std::string state_json(const LiveWorld& live) {
  const World& world = live.world();
  const WorldEnergy energy = world.energy();
  OrderedJson loose = OrderedJson::array();
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    if (world.body(BodyId(i)).role == Role::kDynamic) loose.push_back(i);
  }
  OrderedJson json{{"time", world.time()},
                   {"step", world.options().step},
                   {"poses", poses_base64(world)},
                   {"loose", std::move(loose)},
                   {"contacts", contacts_json(live.report())},
                   {"impacts", live.report().impacts.size()},
                   {"holds", live.report().holds.size()},
                   {"kinetic", energy.kinetic},
                   {"energy", energy.kinetic + energy.gravity + energy.springs},
                   {"gravity", json::to_json(world.options().gravity)},
                   {"friction", world.options().material.friction},
                   {"restitution", world.options().material.restitution},
                   {"seconds", live.seconds()}};
  if (const auto blocker = live.blocker()) json["blocker"] = blocker->value;
  return json.dump();
}

}  // namespace graze::server

namespace graze {

std::shared_ptr<const WorldScene> world_of(std::string_view scene_json) {
  auto world = std::make_shared<const WorldScene>(parse_world_scene(scene_json, "scene.json"));
  const auto is_dynamic = [](const WorldBody& body) { return body.role == Role::kDynamic; };
  return std::ranges::any_of(world->bodies, is_dynamic) ? world : nullptr;
}

}  // namespace graze
