// SPDX-License-Identifier: MIT
#include "graze/jobs/chunk_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "graze/base/error.h"
#include "graze/base/sha256.h"
#include "jobs/chunk_line.h"

namespace graze {

ChunkFile ChunkFile::begin(const std::filesystem::path& path, const std::string& header) {
  ChunkFile out(path);
  if (path.empty()) {
    out.file_.reset(stdout);
  } else {
    out.open(O_CREAT | O_EXCL);
  }
  out.write(header + "\n");
  return out;
}

ChunkFile ChunkFile::resume(const std::filesystem::path& path, const std::string& header) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return begin(path, header);
  ChunkFile out(path);
  out.open(0);  // locks: what is read now stays as it is
  ChunkIndex index = read_chunk_index(path);
  if (!index.header.empty() && index.header != header) {
    throw InputError({path.string(),
                      "answers of another scene, other questions, other options or another version",
                      "the header " + header, "choose a new --out"});
  }
  std::filesystem::resize_file(path, index.end);
  if (index.header.empty()) out.write(header + "\n");
  out.chunks_ = std::move(index.chunks);
  return out;
}

void ChunkFile::open(int flags) {
  const int file =
      ::open(path_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
  if (file < 0 && errno == EEXIST) {
    throw InputError({path_.string(), "a file that is there already", "a new file",
                      "continue it with --resume, or remove it"});
  }
  if (file >= 0) file_.reset(::fdopen(file, "ab"));
  if (!file_) {
    throw InputError({path_.string(), std::strerror(errno), "a place that can be written to", ""});
  }
  // Some file systems have no locks; where there are locks, they keep a second run away.
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError({path_.string(), "a file that another run is writing to",
                      "a file of this run alone", "wait for the other, or choose a new --out"});
  }
}

std::string chunk_bytes(std::size_t chunk, const ChunkAnswer& answer) {
  return answer.lines + jobs::chunk_line(chunk, answer.counts, sha256_hex(answer.lines)) + "\n";
}

void ChunkFile::append(std::size_t chunk, const ChunkAnswer& answer) {
  write(chunk_bytes(chunk, answer));
  chunks_.push_back({.chunk = chunk, .counts = answer.counts});
}

void ChunkFile::write(const std::string& bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), file_.get());
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return;
  throw InputError({path_.empty() ? "standard output" : path_.string(), std::strerror(errno),
                    "room to write answers", "free some space and continue with --resume"});
}

}  // namespace graze
