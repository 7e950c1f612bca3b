// SPDX-License-Identifier: MIT
#include "picture.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "graze/base/error.h"

extern char** environ;

namespace graze::tool {
namespace {
namespace fs = std::filesystem;

std::string found_browser() {
  const char* path = std::getenv("PATH");
  std::stringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
      const fs::path file = fs::path(folder) / name;
      if (::access(file.c_str(), X_OK) == 0) return file;
    }
  }
  throw InputError({"--png", "no browser", "Chromium or Chrome in the PATH",
                    "install one (Debian: chromium), or open the HTML file and print it"});
}

/// A folder for the browser's own files, gone afterwards.
class BrowserFolder {
 public:
  BrowserFolder() : path_(fs::temp_directory_path() / "graze-picture-XXXXXX") {
    std::string name = path_.string();
    if (::mkdtemp(name.data()) == nullptr)
      throw InputError({name, "a place that cannot be written", "a folder for a while", ""});
    path_ = name;
  }
  ~BrowserFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  BrowserFolder(const BrowserFolder&) = delete;
  BrowserFolder& operator=(const BrowserFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Runs a program to its end, silently.
void run_silently(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  if (posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
  }
  posix_spawn_file_actions_destroy(&actions);
}
}  // namespace

void write_picture(const fs::path& html, const fs::path& png, const PictureSize& size) {
  const std::string browser = found_browser();
  const BrowserFolder folder;
  const fs::path shot = folder.path() / "picture.png";
  std::vector<std::string> words{browser,
                                 "--headless",
                                 "--no-first-run",
                                 "--hide-scrollbars",
                                 "--force-prefers-reduced-motion",
                                 "--use-gl=angle",
                                 "--use-angle=swiftshader",
                                 "--enable-unsafe-swiftshader",
                                 "--ignore-gpu-blocklist",
                                 "--virtual-time-budget=4000"};
  words.push_back("--user-data-dir=" + (folder.path() / "profile").string());
  words.push_back("--window-size=" + std::to_string(size.width) + "," +
                  std::to_string(size.height));
  words.push_back("--screenshot=" + shot.string());
  if (::geteuid() == 0) words.emplace_back("--no-sandbox");  // the browser refuses root otherwise
  words.push_back(fs::absolute(html).string());
  run_silently(std::move(words));
  std::error_code error;
  fs::copy_file(shot, png, fs::copy_options::overwrite_existing, error);
  if (error)
    throw InputError({png.string(), "no picture (" + error.message() + ")", "one by " + browser,
                      "open the HTML file and print it"});
}

}  // namespace graze::tool
