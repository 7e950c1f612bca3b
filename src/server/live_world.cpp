// SPDX-License-Identifier: MIT
#include "server/live_world.h"

#include <algorithm>
#include <chrono>
#include <cmath>
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
#include "simulation/read_dynamics.h"

namespace graze::server {
using json::JsonCursor;
using json::OrderedJson;

namespace {
/// Refuses bodies that overlap, unless they may, and the first order where they may.
void check_start(const World& world, const char* advice) {
  if (world.is_by_volume() && !world.state().is_second_order)
    throw InputError({"order", "1", "2 where bodies may overlap", "choose one of both"});
  if (world.is_by_volume()) return;
  const std::vector<WorldOverlap> overlaps = world.overlaps();
  if (overlaps.empty()) return;
  const auto name = [&](BodyId id) { return "'" + world.body(id).body.name + "'"; };
  throw InputError({"world", name(overlaps[0].a) + " and " + name(overlaps[0].b) + " overlapping",
                    "bodies that are apart", advice});
}

// A hand follows within about a tenth of a second, whatever the body weighs: per mass.
constexpr double kStiffness = 200.0;
}  // namespace

/// A world, what it was made of, and the hand in it.
class LiveWorld {
 public:
  /// A point of a body (body frame) and where it is pulled to.
  struct Grip {
    BodyId body;
    Vec3 point;
    Vec3 target;
  };

  explicit LiveWorld(WorldScene scene) : scene_(std::move(scene)), world_(make_world(scene_)) {
    check_start(world_, "let go at an earlier time");
  }

  const WorldScene& scene() const { return scene_; }
  const World& world() const { return world_; }
  const StepReport& report() const { return report_; }
  double seconds() const { return seconds_; }  ///< of the clock, for the last steps

  /// New options, the same state: a world takes options only when it is made, so it is made again.
  /// Options that are refused change nothing.
  void set_options(WorldOptions options) {
    WorldScene scene = scene_;
    scene.options = std::move(options);
    World world = remade(scene);
    if (scene.options.contact != scene_.options.contact || world.is_by_volume())
      check_start(world, "pull them apart, or reset");
    scene_ = std::move(scene);
    take(std::move(world));
  }

  /// A hand on a point of a body (body frame), stiff enough to lift it; no body: lets go.
  void pull(std::optional<Grip> grip) {
    if (grip_ && (!grip || grip_->body != grip->body)) take(remade(scene_));
    grip_ = grip;
    if (!grip_ || world_.is_by_volume()) return;
    if (!hand_) {
      const double stiffness = kStiffness * world_.mass(grip_->body).mass;
      hand_ = std::make_shared<DragHandle>(grip_->body, grip_->point,
                                           HandleOptions{.stiffness = stiffness});
      world_.add(std::shared_ptr<ResponseController>(hand_));
    }
    hand_->set_target(grip_->target);
  }
  std::optional<BodyId> blocker() const {
    return hand_ ? hand_->blocker(world_, report_) : std::nullopt;
  }

  void step(std::uint32_t count) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint32_t k = 0; k < count; ++k) {
      if (grip_ && world_.is_by_volume()) pull_by_force(*grip_);
      report_ = world_.step();
    }
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

 private:
  /// The hand's force where bodies may overlap, a world that has no responses: a spring with
  /// critical damping, taken at the end of the step as far as the body moves like a point.
  void pull_by_force(const Grip& grip) {
    const BodyState& state = world_.state(grip.body);
    const MassModel& matter = world_.mass(grip.body);
    const Vec3 point = state.pose * grip.point;
    const double h = world_.options().step, k = kStiffness, c = 2.0 * std::sqrt(k);
    const Vec3 velocity = state.velocity +
                          state.angular_velocity.cross(point - state.pose * matter.centre) +
                          h * world_.options().gravity;
    const Vec3 wanted = k * (grip.target - point - h * velocity) - c * velocity;
    world_.set_force_at(grip.body, matter.mass / (1.0 + h * c + h * h * k) * wanted, point);
  }

  /// The same state, no hand: a world keeps its responses as long as it lives.
  World remade(const WorldScene& scene) const {
    World world = make_world(scene);
    world.restore(world_.state());
    world.set_second_order(scene.options.second_order);  // a state says it, too
    return world;
  }
  void take(World world) {
    world_ = std::move(world);
    hand_.reset();
    grip_.reset();
  }

  WorldScene scene_;
  World world_;
  std::shared_ptr<DragHandle> hand_;  ///< of an exact world
  std::optional<Grip> grip_;
  StepReport report_;
  double seconds_ = 0.0;
};

namespace {
constexpr std::uint32_t kMostSteps = 240;  // of one frame
constexpr std::uint32_t kMostPixels = 256;

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
  if (const auto one = cursor.find("contact")) {
    const bool is_exact = one->word({"exact", "volume"}) == "exact";
    options.contact = is_exact ? ContactMode::kExact : ContactMode::kVolume;
  }
  if (const auto one = cursor.find("pixels"))
    options.volume.pixels = static_cast<int>(one->index(kMostPixels + 1));
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

/// The page draws rigid bodies where they are; how a soft one deforms, only a recording says.
void refuse_soft(const WorldScene& world) {
  for (const WorldBody& body : world.bodies) {
    if (!body.elastic) continue;
    throw InputError({"world", "'" + body.body.name + "', a soft body", "rigid bodies",
                      "record it by graze simulate, and open the recording by graze view"});
  }
}

bool are_different(const WorldOptions& a, const WorldOptions& b) {
  return a.gravity != b.gravity || a.second_order != b.second_order ||
         a.material.friction != b.material.friction ||
         a.material.restitution != b.material.restitution || a.contact != b.contact ||
         a.volume.pixels != b.volume.pixels;
}

std::optional<LiveWorld::Grip> read_hand(const JsonCursor& cursor, const World& world) {
  const auto hand = cursor.find("hand");
  if (!hand) return std::nullopt;
  hand->expect_keys({"body", "point", "target"});
  const BodyId body(hand->at("body").index(world.body_count()));
  if (world.body(body).role != Role::kDynamic)
    hand->at("body").refuse("'" + world.body(body).body.name + "', which stands",
                            "a body that was let go", "pull another one");
  return LiveWorld::Grip{body, hand->at("point").vec3(), hand->at("target").vec3()};
}
}  // namespace

std::shared_ptr<LiveWorld> begin_world(const JsonCursor& cursor, const Scene& scene,
                                       const WorldScene* described) {
  cursor.expect_keys(
      {"time", "loose", "gravity", "friction", "restitution", "order", "contact", "pixels"});
  double time = scene.span.lo;
  if (const auto one = cursor.find("time")) time = one->number(json::kTime);
  WorldScene world = described ? *described : let_go(scene, time, read_loose(cursor, scene));
  refuse_soft(world);
  read_options(cursor, world.options);
  return std::make_shared<LiveWorld>(std::move(world));
}

std::string step_world(LiveWorld& live, const JsonCursor& cursor) {
  cursor.expect_keys(
      {"steps", "hand", "gravity", "friction", "restitution", "order", "contact", "pixels"});
  WorldOptions options = live.scene().options;
  read_options(cursor, options);
  if (are_different(live.scene().options, options)) live.set_options(options);
  live.pull(read_hand(cursor, live.world()));
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
                   {"order", world.state().is_second_order ? 2 : 1},
                   {"contact", simulation::contact_name(world.options().contact)},
                   {"pixels", world.options().volume.pixels},
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
