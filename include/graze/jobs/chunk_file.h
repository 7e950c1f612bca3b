// SPDX-License-Identifier: MIT
// A file of answered chunks that can be continued however the process that wrote it ended.     [G5]
//
// The first line is the job's header. Each chunk is its answers' lines, then a line
// {"chunk":3,"answers":256,"contacts":17,"undecided":0,"sha256":…} with the hash of those lines.
// A worker's file holds some of the chunks, the merged file all of them in order: the same format.
#pragma once
#include <graze/jobs/job.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace graze {

/// A whole chunk of a file.
struct StoredChunk {
  std::size_t chunk = 0;
  AnswerCounts counts;
  std::string sha256;       ///< of its lines
  std::uint64_t begin = 0;  ///< bytes of the file that hold it, its last line included
  std::uint64_t end = 0;
};

/// What is in a file.
struct ChunkIndex {
  std::string header;               ///< empty: the file was cut off within it
  std::vector<StoredChunk> chunks;  ///< in the order of the file
  std::uint64_t end = 0;            ///< what comes after is a chunk that was cut off
};

/// Reads a file once, in pieces. Throws InputError for a file that no job has written, and for a
/// chunk that is not what its last line says.
ChunkIndex read_chunk_index(const std::filesystem::path& path);

/// A chunk as it stands in a file: its lines and the line that ends it.
std::string chunk_bytes(std::size_t chunk, const ChunkAnswer& answer);

/// Appends chunks. One process at a time.
class ChunkFile {
 public:
  /// A new file; without a path: standard output. Throws InputError if the file exists (a link that
  /// leads nowhere counts) or cannot be written.
  static ChunkFile begin(const std::filesystem::path& path, const std::string& header);
  /// Continues a file: whole chunks are kept, what follows them is cut off. A missing file is
  /// started. Throws InputError if its header is another one, or it is damaged; nothing is changed
  /// then.
  static ChunkFile resume(const std::filesystem::path& path, const std::string& header);

  const std::vector<StoredChunk>& chunks() const { return chunks_; }
  /// Returns when the system has taken the bytes. Throws InputError if there is no room.
  void append(std::size_t chunk, const ChunkAnswer& answer);

 private:
  explicit ChunkFile(const std::filesystem::path& path) : path_(path) {}
  void open(int flags);
  void write(const std::string& bytes);

  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::vector<StoredChunk> chunks_;
};

/// What a job's files hold together.
struct MergedChunks {
  std::string header;
  std::size_t chunks = 0;            ///< of the whole job
  std::vector<std::size_t> missing;  ///< in order
  AnswerCounts counts;               ///< of those that are there
};

/// The chunks that `parts` hold of one job. Throws InputError for parts of different jobs, and for
/// a chunk that two of them answer differently.
MergedChunks survey_chunks(std::span<const std::filesystem::path> parts);

/// Writes all chunks in order to a new file: the bytes that one run alone would have written.
/// Throws InputError if a chunk is missing.
MergedChunks merge_chunks(std::span<const std::filesystem::path> parts,
                          const std::filesystem::path& out);

/// "3, 5 to 9 and 12", for messages; the numbers must ascend.
std::string list_of_numbers(const std::vector<std::size_t>& numbers);

}  // namespace graze
