// SPDX-License-Identifier: MIT
#include "io/tree_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/opened_file.h"

namespace graze::io {
namespace {
#ifdef MAP_POPULATE
constexpr int kMapFlags = MAP_PRIVATE | MAP_POPULATE;  // all of it is read at once
#else
constexpr int kMapFlags = MAP_PRIVATE;
#endif
}  // namespace

std::shared_ptr<const TreeFile> TreeFile::open_own(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat status {};
  if (file.value() < 0 || ::fstat(file.value(), &status) != 0) return nullptr;
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return nullptr;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return nullptr;
  void* const at = ::mmap(nullptr, size, PROT_READ, kMapFlags, file.value(), 0);
  if (at == MAP_FAILED) return nullptr;
  return std::shared_ptr<const TreeFile>(new TreeFile({static_cast<std::byte*>(at), size}));
}

TreeFile::~TreeFile() { ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

}  // namespace graze::io
