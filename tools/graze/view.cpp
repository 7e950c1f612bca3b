// SPDX-License-Identifier: MIT
// graze view: a scene and its answers in the browser, asked again when the file changes.       [G4]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "brought_files.h"
#include "built_in_page.h"
#include "demo_scenes.h"
#include "gallery.h"
#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/report_page.h"
#include "graze/query/prepared_scene.h"
#include "graze/server/page_server.h"
#include "graze/server/room.h"
#include "interrupt.h"
#include "page_report.h"
#include "picture.h"
#include "question_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
constexpr std::size_t kCurveSteps = 40;

struct ViewArguments {
  ShownArguments shown;  ///< no file: a demo
  std::string demo = "car_door";
  QuestionArguments question;
  unsigned short port = 0;
  bool stays_closed = false;
};

Scene parse_demo(const std::string& name) {
  return parse_scene(demo_scene(name).text, "demo " + name);
}

/// The scene with its answers; made again when its file changes. Safe in every thread.
class WatchedScene {
 public:
  WatchedScene(const ViewArguments& arguments, const std::atomic<bool>* cancel)
      : arguments_(arguments), cancel_(cancel) {
    load();
  }

  std::string document() const { return shown().document; }
  std::string version() const {
    const std::scoped_lock lock(mutex_);
    return std::to_string(version_);
  }

  /// A seat in the conversation about the scene as it is now; those about earlier ones go on.
  PageTalk open_talk() const {
    const std::shared_ptr<Room::Seat> seat = shown().room->sit();
    return [seat](std::string_view frame) { return seat->receive(frame); };
  }

  /// Looks at the file's time; a scene that cannot be read leaves the old one standing.
  void look() {
    if (arguments_.shown.file.empty()) return;
    const auto seen = std::filesystem::last_write_time(arguments_.shown.file, ignored_);
    if (ignored_ || seen == seen_) return;
    try {
      load();
    } catch (const std::exception& error) {
      seen_ = seen;
      fmt::print(stderr, "graze view: {}; the last scene is still shown\n", error.what());
    }
  }

 private:
  /// What is shown now.
  struct Shown {
    std::string document;
    std::shared_ptr<Room> room;  ///< where it is talked about
  };

  Shown shown() const {
    const std::scoped_lock lock(mutex_);
    return *shown_;
  }

  Scene read() const {
    if (arguments_.shown.file.empty()) return parse_demo(arguments_.demo);
    return load_shown(arguments_.shown);
  }

  /// What the page says was asked.
  ShownArguments named() const {
    ShownArguments shown = arguments_.shown;
    if (!shown.file.empty()) return shown;
    shown.file = "examples/scenes/" + arguments_.demo + ".json";
    if (shown.up.empty()) shown.up = up_of(demo_scene(arguments_.demo).text);
    return shown;
  }

  std::string first_document(const PreparedScene& scene, const ContactOptions& options,
                             ReportPage page) const {
    if (is_played(arguments_.shown)) return view_document(scene.scene(), {}, page);
    page.curve = plotted_curve(scene, options, kCurveSteps);
    return answered_document(scene, options, std::move(page));
  }

  void load() {
    seen_ = std::filesystem::last_write_time(arguments_.shown.file, ignored_);
    const PreparedScene scene{read()};
    ReportPage page = report_page(named(), scene.scene());
    page.live = true;
    ContactOptions options = contact_options(arguments_.question, scene.scene());
    options.budget.cancel = cancel_;
    std::string document = first_document(scene, options, page);
    auto world = arguments_.shown.file.empty() ? world_of(demo_scene(arguments_.demo).text)
                                               : load_shown_world(arguments_.shown);
    Session session(page, options);
    session.set_scene(scene, std::move(world), document);
    session.set_reader(read_brought);
    const std::scoped_lock lock(mutex_);
    shown_.emplace(Shown{std::move(document), std::make_shared<Room>(std::move(session))});
    ++version_;
  }

  ViewArguments arguments_;
  const std::atomic<bool>* cancel_;
  mutable std::mutex mutex_;
  std::optional<Shown> shown_;
  int version_ = 0;
  std::filesystem::file_time_type seen_{};
  std::error_code ignored_;
};

PageReply answer(const WatchedScene& scene, const PageRequest& request) {
  if (request.method == "GET" && request.path == "/")
    return {.body = report_html(built_in_page(), scene.document())};
  if (request.method == "GET" && request.path == "/version")
    return {200, "text/plain", scene.version()};
  if (request.method == "GET" && request.path == "/gallery")
    return {200, "application/json", gallery_list()};
  constexpr std::string_view kPicture = "/gallery/", kScene = "/scene";
  if (request.method == "GET" && request.path.starts_with(kPicture)) {
    std::string name = request.path.substr(kPicture.size());
    if (!name.ends_with(kScene)) return {200, "application/json", gallery_picture(name)};
    name.resize(name.size() - kScene.size());
    return {200, "application/json", gallery_scene(name)};
  }
  return {404, "text/plain", "there are /, /version, /gallery and /session"};
}

int run(const ViewArguments& arguments) {
  require_page("graze view");
  const InterruptFlag interrupt;
  WatchedScene scene(arguments, interrupt.flag());
  PageServer server(
      {.port = arguments.port}, [&](const PageRequest& request) { return answer(scene, request); },
      [&] { return scene.open_talk(); });
  fmt::print(
      "Open {}\nFrom another machine: ssh -L {}:127.0.0.1:{} THIS_MACHINE, then the same address.\n"
      "Ctrl-C ends it.\n",
      server.address(), server.port(), server.port());
  std::fflush(stdout);
  if (!arguments.stays_closed) open_in_browser(server.address());
  while (!interrupt.flag()->load()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    scene.look();
  }
  server.stop();
  return kFine;
}
}  // namespace

void add_view_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ViewArguments>();
  CLI::App* verb = app.add_subcommand("view", "A scene and its answers in the browser");
  verb->add_option(
      "SCENE", arguments->shown.file,
      "scene.json, robot.urdf, .glb, .gltf or a recording; read again when it changes");
  verb->add_option("--demo", arguments->demo, "a built-in scene, if no SCENE is given (car_door)");
  verb->add_option("--port", arguments->port,
                   "port on the loopback address; default: any free one");
  verb->add_flag("--no-open", arguments->stays_closed, "print the address, open no browser");
  add_shown_options(*verb, arguments->shown);
  add_question_options(*verb, arguments->question);
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
