// SPDX-License-Identifier: MIT
// graze view: a scene and its answers in the browser, asked again when the file changes.       [G4]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "built_in_page.h"
#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/report_page.h"
#include "graze/query/prepared_scene.h"
#include "graze/server/page_server.h"
#include "interrupt.h"
#include "page_report.h"
#include "question_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ViewArguments {
  std::string scene;
  QuestionArguments question;
  std::string up = "z";
  unsigned short port = 0;
};

/// The scene with its answers; made anew when its file changes. Safe in every thread.
class LiveScene {
 public:
  LiveScene(const ViewArguments& arguments, const std::atomic<bool>* cancel)
      : arguments_(arguments), cancel_(cancel) {
    load();
  }

  std::string document() const {
    const std::scoped_lock lock(mutex_);
    return document_;
  }
  std::string version() const {
    const std::scoped_lock lock(mutex_);
    return std::to_string(version_);
  }

  /// The answers if some motions are others.
  std::string ask(const std::string& body) const {
    Scene changed = scene_now();
    const SceneChange change = parse_scene_change(body, "question", changed);
    for (const MotionChange& one : change.motions)
      changed.bodies[one.body.index()].motion = one.motion;
    if (change.span) changed.span = *change.span;
    return answered(PreparedScene(std::move(changed)));
  }

  /// Looks at the file's time; a scene that cannot be read leaves the old one standing.
  void look() {
    const auto seen = std::filesystem::last_write_time(arguments_.scene, ignored_);
    if (ignored_ || seen == seen_) return;
    try {
      load();
    } catch (const std::exception& error) {
      seen_ = seen;
      fmt::print(stderr, "graze view: {}; the last scene is still shown\n", error.what());
    }
  }

 private:
  Scene scene_now() const {
    const std::scoped_lock lock(mutex_);
    return scene_;
  }

  void load() {
    seen_ = std::filesystem::last_write_time(arguments_.scene, ignored_);
    PreparedScene scene{load_scene(arguments_.scene)};
    std::string document = answered(scene);
    const std::scoped_lock lock(mutex_);
    scene_ = scene.scene();
    document_ = std::move(document);
    ++version_;
  }

  std::string answered(const PreparedScene& scene) const {
    ContactOptions options = contact_options(arguments_.question, scene.scene());
    options.budget.cancel = cancel_;
    ReportPage page = report_page(arguments_.scene, scene.scene());
    page.up = arguments_.up;
    page.live = true;
    return answered_document(scene, options, page);
  }

  ViewArguments arguments_;
  const std::atomic<bool>* cancel_;
  mutable std::mutex mutex_;
  Scene scene_;
  std::string document_;
  int version_ = 0;
  std::filesystem::file_time_type seen_{};
  std::error_code ignored_;
};

PageReply answer(const LiveScene& scene, const PageRequest& request) {
  if (request.method == "GET" && request.path == "/")
    return {.body = report_html(built_in_page(), scene.document())};
  if (request.method == "GET" && request.path == "/version")
    return {200, "text/plain", scene.version()};
  if (request.method == "POST" && request.path == "/ask")
    return {200, "application/json", scene.ask(request.body)};
  return {404, "text/plain", "there is /, /version and /ask"};
}

int run(const ViewArguments& arguments) {
  require_page("graze view");
  const InterruptFlag interrupt;
  LiveScene scene(arguments, interrupt.flag());
  PageServer server({.port = arguments.port},
                    [&](const PageRequest& request) { return answer(scene, request); });
  fmt::print(
      "Open {}\nFrom another machine: ssh -L {}:127.0.0.1:{} THIS_MACHINE, then the same address.\n"
      "Ctrl-C ends it.\n",
      server.address(), server.port(), server.port());
  std::fflush(stdout);
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
  verb->add_option("SCENE", arguments->scene, "scene.json; looked at again when it changes")
      ->required();
  verb->add_option("--port", arguments->port, "of the loopback address; default: a free one");
  verb->add_option("--up", arguments->up, "which axis points up: y or z")
      ->check(CLI::IsMember({"y", "z"}));
  add_question_options(*verb, arguments->question);
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
