// SPDX-License-Identifier: MIT
#include "graze/server/session.h"

#include <utility>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/math/rotation.h"
#include "io/json/contact_json.h"
#include "io/scene_json/body_named.h"
#include "io/scene_json/read_pose.h"
#include "server/live_world.h"
#include "server/overlay/overlay.h"
#include "server/question.h"

namespace graze {
namespace {
using json::Json;
using json::JsonCursor;
using json::OrderedJson;

constexpr std::size_t kMostUndone = 50;

/// The JSON of a frame; refers to nothing.
Json parsed(std::string_view text) { return json::parse_json(text, "question"); }

OrderedJson pose_json(const Pose& pose) {
  const Quat q = quaternion_from_rotation(pose.rotation);
  return {{"position", json::to_json(pose.translation)},
          {"rotation", {{"quaternion_wxyz", {q.w(), q.x(), q.y(), q.z()}}}}};
}

std::string_view state_name(DragState state) {
  switch (state) {
    case DragState::kReached:
      return "reached";
    case DragState::kBlocked:
      return "blocked";
    case DragState::kOverlapping:
      return "overlapping";
  }
  return "";
}

std::string tick_json(BodyId body, const DragTick& tick) {
  OrderedJson blockers = OrderedJson::array();
  for (const DragBlocker& blocker : tick.blockers) {
    blockers.push_back({{"body", blocker.body.value},
                        {"point", json::to_json(blocker.point)},
                        {"normal", json::to_json(blocker.normal)}});
  }
  OrderedJson json{{"body", body.value},
                   {"pose", pose_json(tick.pose)},
                   {"state", state_name(tick.state)},
                   {"gap", tick.gap}};
  json["blockers"] = std::move(blockers);
  json["tests"] = tick.stats.box_tests + tick.stats.triangle_tests;
  return json.dump();
}

std::string error_json(const InputError::Parts& parts) {
  return OrderedJson{{"place", parts.place},
                     {"found", parts.found},
                     {"expected", parts.expected},
                     {"advice", parts.advice}}
      .dump();
}

std::string framed(const Frame& question, std::uint16_t type, std::string_view payload) {
  return frame_bytes({static_cast<std::uint16_t>(type | kAnswer), 0, question.sequence, payload});
}
}  // namespace

Session::Session(ReportPage page, ContactOptions options, const SessionLimits& limits)
    : page_(std::move(page)), options_(std::move(options)), limits_(limits) {
  options_.budget.max_seconds = std::min(options_.budget.max_seconds, limits_.max_seconds);
}

void Session::set_scene(const PreparedScene& scene, std::shared_ptr<const WorldScene> world,
                        std::string document) {
  turn_to({scene, options_, page_.name, page_.up, std::move(world), std::move(document)});
}

void Session::turn_to(Asked asked) {
  drag_.reset();
  world_.reset();
  now_ = std::move(asked);
}

const Session::Asked& Session::now() const {
  if (now_) return *now_;
  throw InputError({"session", "no scene yet", "a scene first", "send one"});
}

std::string Session::receive(std::string_view bytes) {
  const Frame frame = parse_frame(bytes).value_or(Frame{});
  const auto error = [&](const InputError::Parts& parts) {
    return framed(frame, static_cast<std::uint16_t>(FrameType::kError), error_json(parts));
  };
  try {
    if (bytes.size() > limits_.max_frame)
      throw InputError({"frame", std::to_string(bytes.size()) + " bytes",
                        "at most " + std::to_string(limits_.max_frame), ""});
    return framed(frame, frame.type, answer(frame));
  } catch (const InputError& failure) {
    return error(failure.parts());
  } catch (const std::exception& failure) {
    return error({"session", failure.what(), "enough room for the question", ""});
  }
}

std::string Session::answer(const Frame& frame) {
  switch (static_cast<FrameType>(frame.type)) {
    case FrameType::kHello:
      return OrderedJson{{"protocol", kProtocolVersion}, {"version", page_.version}}.dump();
    case FrameType::kLoad:
      return load(frame.payload);
    case FrameType::kAsk:
      return ask(frame.payload);
    case FrameType::kProof:
      return proof_verdict(scene(), frame.payload);
    case FrameType::kGrab:
      return grab(frame.payload);
    case FrameType::kTarget:
      return follow(frame.payload);
    case FrameType::kRelease:
      drag_.reset();
      return "{}";
    case FrameType::kSave:
      return with_up(format_scene(scene()), now().up);
    case FrameType::kOverlay:
      return overlay(frame.payload);
    case FrameType::kWorld:
      return begin_world(frame.payload);
    case FrameType::kStep:
      return step_world(frame.payload);
    case FrameType::kUndo:
      return undo();
    case FrameType::kMesh:
      return meshes(frame.payload);
    case FrameType::kBring:
      return bring(frame.payload);
    case FrameType::kDrive:
    case FrameType::kWatch:  // nobody else is here; see Room
      return R"({"drives": true})";
    case FrameType::kError:
      break;
  }
  throw InputError({"frame", "type " + std::to_string(frame.type), "one that is known",
                    "page and engine are of different versions"});
}

/// Options of the question before hold for the next scene, too, but for what is about bodies.
std::string Session::load(std::string_view text) {
  {
    const Json document = json::parse_json(text, "scene.json");
    server::refuse_files(JsonCursor(document, "scene.json"));
  }
  Asked loaded{PreparedScene(parse_scene(text, "scene.json")), now_ ? now_->options : options_, "",
               up_of(text), world_of(text)};
  loaded.options.span.reset();
  loaded.options.pairs.clear();
  loaded.name = loaded.scene.scene().name.empty() ? page_.name : loaded.scene.scene().name;
  const std::size_t bodies = loaded.scene.scene().bodies.size();
  if (now_) {
    loaded_ = std::move(loaded);
  } else {
    turn_to(std::move(loaded));
  }
  return OrderedJson{{"bodies", bodies}}.dump();
}

std::string Session::ask(std::string_view text) {
  const Asked base = loaded_ ? *std::exchange(loaded_, std::nullopt) : now();
  const Json document = parsed(text);
  server::Question question =
      server::read_question(JsonCursor(document, "question"), base.scene.scene(), base.options);
  const PreparedScene changed(std::move(question.scene));
  ReportPage page = page_;
  page.name = base.name;
  page.up = base.up;
  page.bare = true;
  page.command = "graze check scene.json";  // what kSave gives
  page.curve = plotted_curve(changed, question.options, question.curve);
  std::string result = answered_document(changed, question.options, std::move(page));
  if (past_.size() == kMostUndone) past_.erase(past_.begin());
  past_.push_back(*now_);
  turn_to({changed, std::move(question.options), base.name, base.up, base.world, result});
  return result;
}

std::string Session::undo() {
  if (past_.empty()) throw InputError({"undo", "no question before", "one to go back to", ""});
  turn_to(std::move(past_.back()));
  past_.pop_back();
  const std::string left = "{\"left\":" + std::to_string(past_.size());
  return left + (document().empty() ? "}" : ",\"document\":" + document() + "}");
}

std::string Session::meshes(std::string_view text) const {
  const Json document = parsed(text);
  const JsonCursor cursor(document, "question");
  cursor.expect_keys({"hashes"});
  std::set<std::string> hashes;
  for (const JsonCursor& hash : cursor.at("hashes").items()) hashes.insert(hash.text());
  Scene shown = scene();
  shown.span = now().options.span.value_or(shown.span);
  return mesh_document(shown, hashes);
}

std::string Session::bring(std::string_view payload) const {
  const std::vector<BroughtFile> files = parse_brought(payload);
  if (reader_) return reader_(files);
  throw InputError({files[0].name, "a file of another kind",
                    "a scene.json, .stl or .obj where no program stands behind the page",
                    "open it by graze view " + files[0].name});
}

std::string Session::grab(std::string_view text) {
  const Json document = parsed(text);
  const JsonCursor cursor(document, "question");
  cursor.expect_keys({"body", "time", "skin"});
  DragOptions options{.time = scene().span.lo, .budget = options_.budget};
  if (const auto time = cursor.find("time")) options.time = time->number(json::kTime);
  if (const auto skin = cursor.find("skin")) options.skin = skin->number(json::kSize);
  const BodyId body = scene_json::body_named(cursor, cursor.at("body").text(), scene());
  drag_.emplace(now().scene, body, options);
  dragged_ = body;
  return OrderedJson{{"skin", drag_->skin()}, {"pose", pose_json(drag_->pose())}}.dump();
}

std::string Session::follow(std::string_view text) {
  if (!drag_) throw InputError({"target", "no body is held", "a body to be grabbed first", ""});
  const Json document = parsed(text);
  return tick_json(dragged_, drag_->follow(scene_json::read_pose(JsonCursor(document, "target"))));
}

std::string Session::overlay(std::string_view text) const {
  const Json document = parsed(text);
  return server::overlay(JsonCursor(document, "question"), now().scene);
}

std::string Session::begin_world(std::string_view text) {
  const Json document = parsed(text);
  world_ = server::begin_world(JsonCursor(document, "question"), scene(), now().world.get());
  return server::state_json(*world_);
}

std::string Session::step_world(std::string_view text) {
  if (!world_)
    throw InputError({"step", "no world", "one that has been started", "send a world first"});
  const Json document = parsed(text);
  return server::step_world(*world_, JsonCursor(document, "question"));
}

}  // namespace graze
