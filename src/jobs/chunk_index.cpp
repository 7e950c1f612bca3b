// SPDX-License-Identifier: MIT
#include "graze/base/error.h"
#include "graze/base/sha256.h"
#include "graze/io/line_reader.h"
#include "jobs/chunk_line.h"

namespace graze {
namespace {
constexpr std::string_view kAnswerBegins = "{\"question\":";
constexpr std::string_view kChunkBegins = "{\"chunk\":";

/// Lines of a file with their places in bytes; a last line that was cut off is none.
class PlacedLines {
 public:
  explicit PlacedLines(const std::filesystem::path& path)
      : lines_(path), size_(std::filesystem::file_size(path)) {}

  bool next(std::string& line) {
    if (!lines_.next(line)) return false;
    begin_ = end_;
    end_ += line.size() + 1;
    return end_ <= size_;
  }
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }
  std::string place() const { return lines_.place(); }

 private:
  LineReader lines_;  // first: it refuses a missing file
  std::uint64_t size_;
  std::uint64_t begin_ = 0, end_ = 0;
};

[[noreturn]] void refuse_line(const PlacedLines& lines, const char* found) {
  throw InputError({lines.place(), found, "the answers of a job",
                    "remove the file, or its lines from there on"});
}

bool may_begin(const std::string& line, std::string_view with) {
  return line.starts_with(with) || with.starts_with(line);
}

/// Takes lines until a chunk is whole.
class ChunkScan {
 public:
  explicit ChunkScan(ChunkIndex& index) : index_(index) {}

  void add(const std::string& line, const PlacedLines& lines) {
    auto chunk = jobs::parse_chunk_line(line);
    if (chunk) return end_chunk(std::move(*chunk), lines);
    if (!line.starts_with(kAnswerBegins)) refuse_line(lines, "a line that is not an answer");
    hash_.add(line);
    hash_.add("\n");
  }

 private:
  void end_chunk(StoredChunk chunk, const PlacedLines& lines) {
    if (hash_.hex() != chunk.sha256) refuse_line(lines, "a chunk that is not what was written");
    chunk.begin = index_.end;
    chunk.end = index_.end = lines.end();
    index_.chunks.push_back(std::move(chunk));
    hash_ = Sha256();
  }

  ChunkIndex& index_;
  Sha256 hash_;
};
}  // namespace

ChunkIndex read_chunk_index(const std::filesystem::path& path) {
  ChunkIndex index;
  PlacedLines lines(path);
  std::string line;
  if (!lines.next(line)) {
    if (!may_begin(line, "{\"format\":\"graze "))
      refuse_line(lines, "a file that no job has written");
    return index;
  }
  if (!jobs::parse_header(line)) refuse_line(lines, "a file that no job has written");
  index.header = line;
  index.end = lines.end();
  ChunkScan scan(index);
  while (lines.next(line)) scan.add(line, lines);
  if (!may_begin(line, kAnswerBegins) && !may_begin(line, kChunkBegins)) {
    refuse_line(lines, "a line that is not an answer");
  }
  return index;
}

}  // namespace graze
