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
#include "io/tree_file.h"
#include "spatial/obb_tree_data.h"
#include "spatial/wide_tree_data.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

/// Raised when the layout changes, or the trees that are built.
constexpr std::uint64_t kCacheVersion = 2;
constexpr std::uint64_t kCacheMagic = 0x45455254455a5247u;  // "GRZETREE"

/// Sizes of the arrays that follow it, in this order but for the wide nodes, which come first: they
/// are used where the file is mapped, and begin at a multiple of 64 bytes. Numbers are as the
/// processor stores them: other machines have other keys.
struct CacheHeader {
  std::uint64_t magic = kCacheMagic;
  std::uint64_t version = kCacheVersion;
  std::uint64_t nodes = 0, crown = 0, vertices = 0, triangles = 0;
  std::uint64_t unused[2] = {};

  bool operator==(const CacheHeader&) const = default;
  std::uint64_t bytes() const {
    return sizeof(CacheHeader) + nodes * sizeof(WideObbNode) + crown * sizeof(ObbNode) +
           vertices * sizeof(Vec3) + triangles * (sizeof(Triangle) + 4) + sizeof(std::uint64_t);
  }
};
static_assert(sizeof(CacheHeader) % alignof(WideObbNode) == 0);

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

/// The arrays of a file, one after the other.
class CacheReader {
 public:
  explicit CacheReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::span<const std::byte> take(std::size_t bytes) {
    const auto taken = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return taken;
  }
  template <typename T>
  std::vector<T> read(std::size_t count) {
    std::vector<T> values(count);
    const auto bytes = take(count * sizeof(T));
    std::memcpy(std::as_writable_bytes(std::span(values)).data(), bytes.data(), bytes.size());
    return values;
  }

 private:
  std::span<const std::byte> rest_;
};

/// Whether a file ends in the hash of all before it.
bool is_genuine(std::span<const std::byte> bytes, const SipHash::Key& key) {
  const auto hashed = bytes.first(bytes.size() - sizeof(std::uint64_t));
  SipHashStreams hash(key);
  hash.add(hashed);
  const std::uint64_t value = hash.value();
  return is_equal(std::as_bytes(std::span(&value, 1)), bytes.subspan(hashed.size()));
}

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
    // Linked into place: if two programs start at once, one key wins.
    const fs::path own = folder / ("key." + std::to_string(::getpid()));
    write_file(own, text_of(std::as_bytes(std::span(key))));
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
  const auto file = io::TreeFile::open_own(file_of(mesh));
  if (file == nullptr || file->bytes().size() < sizeof(CacheHeader)) return std::nullopt;
  const std::uint64_t size = file->bytes().size();
  CacheReader reader(file->bytes());
  const CacheHeader header = reader.read<CacheHeader>(1)[0];
  const CacheHeader expected{.nodes = header.nodes,
                             .crown = header.crown,
                             .vertices = mesh.vertices().size(),
                             .triangles = mesh.triangles().size()};
  if (header != expected || header.crown > size || header.nodes > size || header.bytes() != size) {
    return std::nullopt;
  }
  if (!is_genuine(file->bytes(), *key_)) return std::nullopt;
  const auto nodes = reader.take(header.nodes * sizeof(WideObbNode));
  ObbTree::Data crown{mesh, reader.read<ObbNode>(header.crown), {}, {}, 0};
  if (!is_equal(reader.take(mesh.vertices().size_bytes()), std::as_bytes(mesh.vertices())) ||
      !is_equal(reader.take(mesh.triangles().size_bytes()), std::as_bytes(mesh.triangles()))) {
    return std::nullopt;
  }
  crown.order = reader.read<std::uint32_t>(header.triangles);
  auto data = std::make_shared<WideObbTree::Data>();
  data->nodes = {reinterpret_cast<const WideObbNode*>(nodes.data()), header.nodes};
  data->owner = file;
  data->crown = finish_obb_tree(std::move(crown), 0.0);
  return WideObbTree(std::move(data));
}

bool TreeCache::keep(const WideObbTree& tree) const {
  if (!key_) return false;
  const CacheHeader header{.nodes = tree.nodes().size(),
                           .crown = tree.crown().nodes().size(),
                           .vertices = tree.mesh().vertices().size(),
                           .triangles = tree.mesh().triangles().size()};
  const std::span<const std::byte> parts[] = {
      std::as_bytes(std::span(&header, 1)),   std::as_bytes(tree.nodes()),
      std::as_bytes(tree.crown().nodes()),    std::as_bytes(tree.mesh().vertices()),
      std::as_bytes(tree.mesh().triangles()), std::as_bytes(tree.order())};
  SipHashStreams hash(*key_);
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
