// SPDX-License-Identifier: MIT
// Runs the reader of CAD files as a child process. Its input is the file, its output the model, and
// its errors are one sentence. If it crashes, it crashes alone.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "io/opened_file.h"

extern "C" char** environ;

namespace graze::cad_reader {
namespace {
namespace fs = std::filesystem;

std::string small_ending(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

/// Beside the running program, else by its name alone, which is looked for on PATH.
std::string reader_program() {
  if (const char* named = std::getenv("GRAZE_CAD"); named != nullptr && *named != '\0')
    return named;
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path beside = self.parent_path() / "graze-cad";
  return !self.empty() && fs::exists(beside, ignored) ? beside.string() : "graze-cad";
}

/// As a shell finds it.
bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0;
  const char* folders = std::getenv("PATH");
  std::istringstream rest(folders != nullptr ? folders : "");
  for (std::string folder; std::getline(rest, folder, ':');) {
    if (::access((fs::path(folder) / name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

using Progress = std::function<void(const fs::path&, double)>;

Progress& watcher() {
  static Progress progress;
  return progress;
}

/// Tells the watcher at the end, however reading ends.
class Watched {
 public:
  explicit Watched(const fs::path& path) : path_(path) {}
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  ~Watched() {
    if (watcher()) watcher()(path_, 1.0);
  }

 private:
  const fs::path& path_;
};

/// Lines of progress come before the model. Whole lines are passed on and removed.
void take_progress(const fs::path& path, std::string& text) {
  std::size_t begin = 0, end = 0;
  while (begin < text.size() && text[begin] == '%' &&
         (end = text.find('\n', begin)) != std::string::npos) {
    if (watcher()) watcher()(path, std::strtod(text.c_str() + begin + 1, nullptr));
    begin = end + 1;
  }
  text.erase(0, begin);
}

struct Child {
  int exit = 0;  ///< as waitpid says
  std::string output, errors;
};

#ifdef __EMSCRIPTEN__
Child run_reader(const fs::path& path, const std::vector<std::string>&, int) {
  io::refuse_file(path, "a CAD file", "a program to read it", "a browser can run none");
}
#else
constexpr std::size_t kMostOutput = std::size_t{1} << 31;

std::string read_all(int file, const std::function<void(std::string&)>& look = {}) {
  std::string text;
  std::array<char, 1 << 16> part;
  while (text.size() < kMostOutput) {
    const ssize_t count = ::read(file, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(count));
    if (look) look(text);
  }
  return text;
}

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError({"graze-cad", "no pipe", "one", ""});
  }
  void close_end(std::size_t k) {
    if (ends[k] >= 0) ::close(ends[k]);
    ends[k] = -1;
  }
  ~Pipe() { close_end(0), close_end(1); }
};

/// A file for the child's error messages, so that the child never waits for a reader.
class ErrorFile {
 public:
  ErrorFile() : file_(std::tmpfile()) {
    if (file_ == nullptr) throw InputError({"graze-cad", "no file for messages", "one", ""});
  }
  ErrorFile(const ErrorFile&) = delete;
  ErrorFile& operator=(const ErrorFile&) = delete;
  ~ErrorFile() { std::fclose(file_); }
  int number() const { return ::fileno(file_); }
  std::string text() const {
    ::lseek(number(), 0, SEEK_SET);
    return read_all(number());
  }

 private:
  std::FILE* file_;
};

Child run_reader(const fs::path& path, std::vector<std::string> arguments, int input) {
  Pipe out;
  const ErrorFile errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, errors.number(), 2);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  const int failed = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    io::refuse_file(path, "a CAD file", "a program 'graze-cad' to read it",
                    "it is built where OpenCASCADE is found: scripts/install.sh cad, then build "
                    "again; or export the part as STL or OBJ");
  }
  out.close_end(1);
  Child child;
  child.output = read_all(out.ends[0], [&](std::string& text) { take_progress(path, text); });
  out.close_end(0);
  while (::waitpid(pid, &child.exit, 0) < 0 && errno == EINTR) continue;
  child.errors = errors.text();
  return child;
}
#endif

[[noreturn]] void refuse_damaged(const fs::path& path, const Child& child) {
  std::string found = "a file that its reader could not finish";
  if (WIFSIGNALED(child.exit)) {
    const int signal = WTERMSIG(child.exit);
    found = signal == SIGXCPU ? "a file that takes its reader more than 10 minutes"
                              : fmt::format("a file that crashed its reader (signal {})", signal);
  }
  io::refuse_file(path, found, "a valid CAD file", "export it again from the program that made it");
}

// The child's sentence begins with its own name and the file's.
[[noreturn]] void pass_on(const fs::path& path, const Child& child) {
  std::string sentence = child.errors.substr(0, child.errors.find('\n'));
  const std::string start = "graze-cad: ";
  if (sentence.rfind(start, 0) != 0) refuse_damaged(path, child);
  sentence.erase(0, start.size());
  const auto expected = sentence.find(", expected ");
  if (expected == std::string::npos) refuse_damaged(path, child);
  io::refuse_file(path, sentence.substr(0, expected), sentence.substr(expected + 11));
}

}  // namespace
}  // namespace graze::cad_reader

namespace graze {

bool is_cad_file(const std::filesystem::path& path) {
  const std::string ending = cad_reader::small_ending(path);
  return ending == ".step" || ending == ".stp" || ending == ".brep" || ending == ".brp";
}

void watch_cad_files(std::function<void(const std::filesystem::path&, double)> progress) {
  cad_reader::watcher() = std::move(progress);
}

bool has_cad_reader() { return cad_reader::is_program(cad_reader::reader_program()); }

CadModel load_cad(const std::filesystem::path& path, const LoadCadOptions& options) {
  using namespace cad_reader;
  const Watched watched(path);
  const io::Descriptor file = io::open_for_reading(path);
  std::vector<std::string> words{reader_program(),
                                 "--kind",
                                 small_ending(path),
                                 "--deviation",
                                 fmt::format("{}", options.deviation),
                                 "--relative-deviation",
                                 fmt::format("{}", options.relative_deviation),
                                 "/dev/stdin"};
  if (!options.part.empty()) words.push_back("--part=" + options.part);
  if (watcher()) words.push_back("--progress");
  const Child child = run_reader(path, std::move(words), file.value());
  if (WIFEXITED(child.exit) && WEXITSTATUS(child.exit) == 2) pass_on(path, child);
  if (!WIFEXITED(child.exit) || WEXITSTATUS(child.exit) != 0) refuse_damaged(path, child);
  return parse_cad_model(child.output, io::short_name(path));
}

}  // namespace graze
