// SPDX-License-Identifier: MIT
#include "picture.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/report_page.h"
#include "temporary_folder.h"

extern char** environ;

namespace graze::tool {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kLargestPage = std::size_t{1} << 30;

/// The first of these programs that is in the PATH; empty: none is.
std::string found_program(std::initializer_list<const char*> names) {
  const char* path = std::getenv("PATH");
  std::stringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : names) {
      const fs::path file = fs::path(folder) / name;
      if (::access(file.c_str(), X_OK) == 0) return file;
    }
  }
  return {};
}

std::string found_browser() {
  const std::string found = found_program({"chromium", "chromium-browser", "google-chrome"});
  if (!found.empty()) return found;
  throw InputError({"--png", "no browser", "Chromium or Chrome in the PATH",
                    "install one (Debian: chromium), or open the HTML file and print it"});
}

/// Runs a program to its end; what it prints goes into a file.
void run_silently(std::vector<std::string> words, const fs::path& printed = "/dev/null") {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, printed.c_str(), O_WRONLY | O_CREAT,
                                   0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  if (posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
  }
  posix_spawn_file_actions_destroy(&actions);
}

/// A browser without a window that will open a page of this size for so long, by its own clock.
std::vector<std::string> browser_words(const TemporaryFolder& folder, const PictureSize& size,
                                       int milliseconds) {
  std::vector<std::string> words{found_browser(),
                                 "--headless",
                                 "--no-first-run",
                                 "--hide-scrollbars",
                                 "--force-prefers-reduced-motion",
                                 "--use-gl=angle",
                                 "--use-angle=swiftshader",
                                 "--enable-unsafe-swiftshader",
                                 "--ignore-gpu-blocklist"};
  words.push_back("--virtual-time-budget=" + std::to_string(milliseconds));
  words.push_back("--user-data-dir=" + (folder.path() / "profile").string());
  words.push_back("--window-size=" + std::to_string(size.width) + "," +
                  std::to_string(size.height));
  if (::geteuid() == 0) words.emplace_back("--no-sandbox");  // the browser refuses root otherwise
  return words;
}

[[noreturn]] void refuse(const fs::path& wanted, const std::string& found) {
  throw InputError({wanted.string(), found, "a picture by " + found_browser(),
                    "open the HTML file in a browser instead"});
}
}  // namespace

void write_picture(const fs::path& html, const fs::path& png, const PictureSize& size) {
  const TemporaryFolder folder;
  const fs::path shot = folder.path() / "picture.png";
  std::vector<std::string> words = browser_words(folder, size, 4000);
  words.push_back("--screenshot=" + shot.string());
  words.push_back(fs::absolute(html).string());
  run_silently(std::move(words));
  std::error_code error;
  fs::copy_file(shot, png, fs::copy_options::overwrite_existing, error);
  if (error) refuse(png, "no picture (" + error.message() + ")");
}

void open_in_browser(const std::string& address) {
  const bool has_desktop =
      std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  const std::string opener = found_program({"xdg-open"});
  if (has_desktop && !opener.empty()) run_silently({opener, address});
}

void write_film(const fs::path& html, const fs::path& film, const PictureSize& size, int frames) {
  const std::string kind = film.extension().string();
  if (kind != ".gif" && kind != ".webm")
    throw InputError({film.string(), "the extension '" + kind + "'", ".gif or .webm", ""});
  const TemporaryFolder folder;
  const fs::path printed = folder.path() / "page.html";
  // The page's virtual clock jumps ahead whenever nothing is pending: an hour of it ends when the
  // film is done.
  std::vector<std::string> words = browser_words(folder, size, 3'600'000);
  words.emplace_back("--dump-dom");
  words.push_back("file://" + fs::absolute(html).string() + "#film=" + kind.substr(1) + "," +
                  std::to_string(frames) + "," + std::to_string(size.width) + "," +
                  std::to_string(size.height));
  run_silently(std::move(words), printed);
  const std::string made =
      fs::exists(printed) ? film_in_page(read_file(printed, kLargestPage)) : "";
  if (made.empty()) refuse(film, "no film");
  write_file(film, made);
}

}  // namespace graze::tool
