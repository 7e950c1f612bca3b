// SPDX-License-Identifier: MIT
#include <fstream>
#include <map>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "jobs/chunk_line.h"

namespace graze {
namespace {
using Paths = std::span<const std::filesystem::path>;

struct ChunkPlace {
  std::size_t part = 0;
  StoredChunk chunk;
};

/// Where each chunk of a job is.
struct ChunkPlaces {
  std::string header;
  std::map<std::size_t, ChunkPlace> at;

  void add(Paths parts, std::size_t part);
  void add_chunk(Paths parts, std::size_t part, const StoredChunk& chunk);
};

void ChunkPlaces::add(Paths parts, std::size_t part) {
  const ChunkIndex index = read_chunk_index(parts[part]);
  if (index.header.empty()) return;  // begun, and nothing more
  if (header.empty()) header = index.header;
  if (index.header != header) {
    throw InputError({parts[part].string(), "a part of another job than " + parts[0].string(),
                      "parts of one job: their first lines are equal", ""});
  }
  for (const StoredChunk& chunk : index.chunks) add_chunk(parts, part, chunk);
}

void ChunkPlaces::add_chunk(Paths parts, std::size_t part, const StoredChunk& chunk) {
  const auto [there, is_new] = at.try_emplace(chunk.chunk, ChunkPlace{part, chunk});
  if (is_new || there->second.chunk.sha256 == chunk.sha256) return;
  throw InputError({parts[part].string(),
                    "another answer for chunk " + std::to_string(chunk.chunk) + " than in " +
                        parts[there->second.part].string(),
                    "equal answers", "answer one of the two again"});
}

ChunkPlaces find_chunks(Paths parts) {
  ChunkPlaces places;
  for (std::size_t part = 0; part < parts.size(); ++part) places.add(parts, part);
  return places;
}

MergedChunks summary_of(const ChunkPlaces& places) {
  MergedChunks merged{.header = places.header};
  if (places.header.empty()) return merged;
  merged.chunks = jobs::parse_header(places.header)->chunks();
  for (std::size_t chunk = 0; chunk < merged.chunks; ++chunk) {
    const auto there = places.at.find(chunk);
    if (there == places.at.end()) {
      merged.missing.push_back(chunk);
    } else {
      merged.counts += there->second.chunk.counts;
    }
  }
  return merged;
}

std::string bytes_of(std::ifstream& file, const StoredChunk& chunk) {
  std::string bytes(chunk.end - chunk.begin, '\0');
  file.seekg(static_cast<std::streamoff>(chunk.begin));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

void write_chunks(Paths parts, const ChunkPlaces& places, const ByteSink& sink) {
  std::vector<std::ifstream> files;
  for (const auto& part : parts) files.emplace_back(part, std::ios::binary);
  sink(places.header + "\n");
  for (const auto& [number, place] : places.at) {
    const std::string bytes = bytes_of(files[place.part], place.chunk);
    if (!files[place.part]) {
      throw InputError(
          {parts[place.part].string(), "a file that has changed", "one that stays", ""});
    }
    sink(bytes);
  }
}
}  // namespace

std::string list_of_numbers(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> runs;
  for (std::size_t i = 0, j = 0; i < numbers.size(); i = j + 1) {
    for (j = i; j + 1 < numbers.size() && numbers[j + 1] == numbers[j] + 1;) ++j;
    runs.push_back(std::to_string(numbers[i]) + (j > i ? " to " + std::to_string(numbers[j]) : ""));
  }
  if (runs.size() > 8) {
    runs.resize(7);
    runs.push_back("others");
  }
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + runs[i];
  }
  return text;
}

MergedChunks survey_chunks(Paths parts) { return summary_of(find_chunks(parts)); }

MergedChunks merge_chunks(Paths parts, const std::filesystem::path& out) {
  const ChunkPlaces places = find_chunks(parts);
  MergedChunks merged = summary_of(places);
  if (places.header.empty()) {
    throw InputError({"parts", "no answers", "files that a job has written", ""});
  }
  if (!merged.missing.empty()) {
    throw InputError({"parts",
                      std::to_string(merged.chunks - merged.missing.size()) + " of " +
                          std::to_string(merged.chunks) +
                          " chunks (missing: " + list_of_numbers(merged.missing) + ")",
                      "all of them", "let the shards continue with --resume, or name all parts"});
  }
  write_file(out, [&](const ByteSink& sink) { write_chunks(parts, places, sink); });
  return merged;
}

}  // namespace graze
