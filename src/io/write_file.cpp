// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <random>
#include <system_error>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "io/opened_file.h"

namespace graze {
namespace {
namespace fs = std::filesystem;
using io::Descriptor;
using io::refuse_file;

/// The names of unfinished files, for signal handlers.
std::array<std::atomic<const char*>, 64> unfinished{};
static_assert(std::atomic<const char*>::is_always_lock_free, "read by signal handlers");

/// Keeps a name on the list as long as it lives. A full list leaves it out.
class Unfinished {
 public:
  explicit Unfinished(const char* name) {
    for (auto& slot : unfinished) {
      const char* free = nullptr;
      if (!slot.compare_exchange_strong(free, name)) continue;
      slot_ = &slot;
      return;
    }
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    if (slot_ != nullptr) slot_->store(nullptr);
  }

 private:
  std::atomic<const char*>* slot_ = nullptr;
};

/// An unpredictable name in the same folder as `place`.
std::string name_beside(const fs::path& place) {
  static thread_local std::random_device random;
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name = place.string() + ".part";
  for (int i = 0; i < 2; ++i) {
    for (unsigned bits = random(), k = 0; k < 8; ++k, bits >>= 4) name += kDigits[bits & 15u];
  }
  return name;
}

/// The file to be replaced, and where it is.
struct Target {
  fs::path path;   ///< as the caller gave it, for messages
  fs::path place;  ///< after following links
  struct stat old {};
  bool exists = false;

  bool is_device() const { return exists && !S_ISREG(old.st_mode); }
};

Target target_of(const fs::path& path) {
  Target target{path, path};
  target.exists = ::stat(path.c_str(), &target.old) == 0;
  if (target.exists && S_ISDIR(target.old.st_mode)) {
    refuse_file(path, "a directory", "a file name to write to");
  }
  std::error_code error;
  if (target.exists && fs::is_symlink(path, error)) target.place = fs::canonical(path, error);
  return target;
}

/// Creates a new file. Never opens an existing one or follows a link.
Descriptor create(const std::string& name, const Target& target) {
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  Descriptor file(::open(name.c_str(), flags, target.exists ? 0600 : 0666));
  if (file.value() < 0) {
    refuse_file(target.path, std::strerror(errno), "a place that can be written to");
  }
  return file;
}

void write_all(const Target& target, int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse_file(target.path, std::strerror(errno), "room for the whole file");
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

/// Gathers small parts before writing them: a sink is called for every number of a mesh.
class Gathered {
 public:
  Gathered(const Target& target, int descriptor) : target_(target), descriptor_(descriptor) {}

  void put(std::string_view part) {
    if (waiting_.size() + part.size() > kMost) flush();
    if (part.size() > kMost) return write_all(target_, descriptor_, part);
    waiting_.append(part);
  }
  void flush() {
    write_all(target_, descriptor_, waiting_);
    waiting_.clear();
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 16;
  const Target& target_;
  int descriptor_;
  std::string waiting_;
};

void take_over_permissions(const Target& target, int descriptor) {
  if (!target.exists) return;
  // A file of another user keeps its owner if we are allowed to set it; otherwise it becomes ours.
  [[maybe_unused]] const int owned = ::fchown(descriptor, target.old.st_uid, target.old.st_gid);
  ::fchmod(descriptor, target.old.st_mode & 0777u);
}

/// Errors are ignored: not every file system can sync folders, and the rename has already happened.
void sync_folder(const fs::path& place) {
  const fs::path folder = place.has_parent_path() ? place.parent_path() : ".";
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.value() >= 0) ::fsync(opened.value());
}

/// Removes the file at the end, unless it was renamed.
class Removed {
 public:
  explicit Removed(const std::string& name) : name_(name) {}
  Removed(const Removed&) = delete;
  Removed& operator=(const Removed&) = delete;
  ~Removed() {
    if (!kept_) ::unlink(name_.c_str());
  }
  void keep() { kept_ = true; }

 private:
  const std::string& name_;
  bool kept_ = false;
};

using Produce = std::function<void(const ByteSink& sink)>;

void fill(const Target& target, int descriptor, const Produce& produce) {
  Gathered gathered(target, descriptor);
  produce([&](std::string_view part) { gathered.put(part); });
  gathered.flush();
}

void write_device(const Target& target, const Produce& produce) {
  const Descriptor device(::open(target.path.c_str(), O_WRONLY | O_CLOEXEC));
  if (device.value() < 0) {
    refuse_file(target.path, std::strerror(errno), "a place that can be written to");
  }
  fill(target, device.value(), produce);
}
}  // namespace

void write_file(const fs::path& path, const Produce& produce) {
  const Target target = target_of(path);
  if (target.is_device()) return write_device(target, produce);
  const std::string name = name_beside(target.place);
  const Unfinished listed(name.c_str());
  Descriptor file = create(name, target);
  Removed removed(name);
  fill(target, file.value(), produce);
  take_over_permissions(target, file.value());
  if (::fsync(file.value()) != 0 || ::close(file.release()) != 0) {
    refuse_file(path, std::strerror(errno), "room for the whole file");
  }
  if (::rename(name.c_str(), target.place.c_str()) != 0) {
    refuse_file(path, std::strerror(errno), "a place that can be written to");
  }
  removed.keep();
  sync_folder(target.place);
}

void refuse_as_output(const fs::path& output) {
  refuse_input_as_output(output);
  const Target target = target_of(output);
  if (target.is_device()) return;  // to open a pipe is to wait for its reader
  const std::string name = name_beside(target.place);
  const Unfinished listed(name.c_str());
  const Descriptor file = create(name, target);
  const Removed removed(name);
}

void write_file(const fs::path& path, std::string_view bytes) {
  write_file(path, [&](const ByteSink& sink) { sink(bytes); });
}

void remove_unfinished_files() {
  for (const auto& slot : unfinished) {
    if (const char* name = slot.load()) ::unlink(name);
  }
}

}  // namespace graze
