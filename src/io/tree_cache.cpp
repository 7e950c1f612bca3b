// SPDX-License-Identifier: MIT
#include "graze/io/tree_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "spatial/obb_tree_data.h"
#include "spatial/wide_tree_data.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

/// Goes up when the layout changes, or what building gives.
constexpr std::uint64_t kCacheVersion = 1;
constexpr std::uint64_t kCacheMagic = 0x45455254455a5247u;  // "GRZETREE"

/// Sizes of the arrays that follow it. Numbers are as the processor stores them: other machines
/// have other keys.
struct CacheHeader {
  std::uint64_t magic = kCacheMagic;
  std::uint64_t version = kCacheVersion;
  std::uint64_t vertices = 0, triangles = 0, crown = 0, nodes = 0;

  bool operator==(const CacheHeader&) const = default;
  std::uint64_t bytes() const {
    return sizeof(CacheHeader) + vertices * sizeof(Vec3) + triangles * (sizeof(Triangle) + 4) +
           crown * sizeof(ObbNode) + nodes * sizeof(WideObbNode) + sizeof(std::uint64_t);
  }
};

template <typename T>
std::span<const std::byte> bytes_of(std::span<const T> values) {
  return std::as_bytes(values);
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads arrays and hashes them on the way, a part at a time while it is in the processor's memory.
class CacheReader {
 public:
  CacheReader(const fs::path& path, const SipHash::Key& key)
      : file_(path, std::ios::binary), hash_(key) {}

  template <typename T>
  std::vector<T> read(std::size_t count) {
    std::vector<T> values(count);
    read(std::as_writable_bytes(std::span(values)));
    return values;
  }
  void read(std::span<std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size() && file_; i += kPart) {
      read_part(bytes.subspan(i, std::min(kPart, bytes.size() - i)));
    }
  }
  /// Whether what follows is equal to these bytes.
  bool matches(std::span<const std::byte> bytes) {
    std::vector<std::byte> read(std::min(kPart, bytes.size()));
    bool is_equal = true;
    for (std::size_t i = 0; i < bytes.size() && file_ && is_equal; i += kPart) {
      const auto part = std::span(read).first(std::min(kPart, bytes.size() - i));
      read_part(part);
      is_equal = std::memcmp(part.data(), bytes.data() + i, part.size()) == 0;
    }
    return is_equal;
  }
  /// Whether the rest of the file is the hash of all before it.
  bool is_genuine() {
    const std::uint64_t hash = hash_.value();
    std::uint64_t stored = 0;
    file_.read(reinterpret_cast<char*>(&stored), sizeof stored);
    return file_ && stored == hash;
  }

 private:
  static constexpr std::size_t kPart = std::size_t{1} << 18;

  void read_part(std::span<std::byte> part) {
    file_.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size()));
    hash_.add(part);
  }

  std::ifstream file_;
  SipHash hash_;
};

/// Nobody but the owner may read or write it.
bool is_private(const fs::path& path, mode_t kind) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
         status.st_uid == ::geteuid() && (status.st_mode & 077) == 0;
}

SipHash::Key random_key() {
  std::random_device random;
  const auto word = [&] { return std::uint64_t{random()} << 32 | random(); };
  return {word(), word()};
}

/// The folder's key; a new one if there is none.
std::optional<SipHash::Key> key_of(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  ::mkdir(folder.c_str(), 0700);
  if (!is_private(folder, S_IFDIR)) return std::nullopt;
  const fs::path path = folder / "key";
  SipHash::Key key = random_key();
  if (!fs::exists(path, error)) {
    // Linked into place: of two programs that begin at once, one key stays.
    const fs::path own = folder / ("key." + std::to_string(::getpid()));
    write_file(own, text_of(bytes_of(std::span<const std::uint64_t>(key))));
    fs::permissions(own, fs::perms::owner_read | fs::perms::owner_write, error);
    fs::create_hard_link(own, path, error);
    fs::remove(own, error);
  }
  if (!is_private(path, S_IFREG)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(key.data()), sizeof key);
  return file ? std::optional(key) : std::nullopt;
}
}  // namespace

TreeCache::TreeCache(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  if (!folder_.has_filename()) folder_ = folder_.parent_path();  // a slash at its end
  try {
    key_ = key_of(folder_);
  } catch (const InputError&) {  // it cannot be written to: there is no cache
  }
}

fs::path TreeCache::file_of(const TriangleMesh& mesh) const {
  char name[32];
  std::snprintf(name, sizeof name, "%016llx.tree",
                static_cast<unsigned long long>(mesh.content_hash()));
  return folder_ / name;
}

std::optional<WideObbTree> TreeCache::find(const TriangleMesh& mesh) const {
  if (!key_) return std::nullopt;
  const fs::path path = file_of(mesh);
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (error || size < sizeof(CacheHeader)) return std::nullopt;
  CacheReader reader(path, *key_);
  CacheHeader header;
  reader.read(std::as_writable_bytes(std::span(&header, 1)));
  const CacheHeader expected{.vertices = mesh.vertices().size(),
                             .triangles = mesh.triangles().size(),
                             .crown = header.crown,
                             .nodes = header.nodes};
  if (header != expected || header.crown > size || header.nodes > size || header.bytes() != size) {
    return std::nullopt;
  }
  if (!reader.matches(bytes_of(mesh.vertices()))) return std::nullopt;
  if (!reader.matches(bytes_of(mesh.triangles()))) return std::nullopt;
  ObbTree::Data crown{mesh, {}, reader.read<std::uint32_t>(header.triangles), {}, 0};
  crown.nodes = reader.read<ObbNode>(header.crown);
  auto data = std::make_shared<WideObbTree::Data>();
  data->nodes = reader.read<WideObbNode>(header.nodes);
  if (!reader.is_genuine()) return std::nullopt;
  data->crown = finish_obb_tree(std::move(crown), 0.0);
  return WideObbTree(std::move(data));
}

bool TreeCache::keep(const WideObbTree& tree) const {
  if (!key_) return false;
  const CacheHeader header{.vertices = tree.mesh().vertices().size(),
                           .triangles = tree.mesh().triangles().size(),
                           .crown = tree.crown().nodes().size(),
                           .nodes = tree.nodes().size()};
  const std::span<const std::byte> parts[] = {
      bytes_of(std::span(&header, 1)),   bytes_of(tree.mesh().vertices()),
      bytes_of(tree.mesh().triangles()), bytes_of(tree.order()),
      bytes_of(tree.crown().nodes()),    bytes_of(tree.nodes())};
  SipHash hash(*key_);
  for (const auto& part : parts) hash.add(part);
  const std::uint64_t value = hash.value();
  try {
    write_file(file_of(tree.mesh()), [&](const ByteSink& sink) {
      for (const auto& part : parts) sink(text_of(part));
      sink(text_of(std::as_bytes(std::span(&value, 1))));
    });
  } catch (const InputError&) {
    return false;
  }
  return true;
}

fs::path user_cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return fs::path(cache) / "graze";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? fs::path(home) / ".cache" / "graze" : fs::path();
}

void use_tree_cache(const Shape& shape) {
  const char* const where = std::getenv("GRAZE_TREE_CACHE");
  if (where == nullptr || *where == '\0') return;
  if (shape.mesh().triangles().size() < kLeastCachedTriangles) return;
  const TreeCache cache(std::string_view(where) == "user" ? user_cache_folder() : fs::path(where));
  if (const auto known = cache.find(shape.mesh())) {
    shape.take_wide_tree(*known);
  } else {
    cache.keep(shape.wide_tree());
  }
}

}  // namespace graze
