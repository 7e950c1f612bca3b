// SPDX-License-Identifier: MIT
#include "jobs/answer_lines.h"

#include "graze/base/error.h"
#include "graze/io/line_reader.h"
#include "graze/jobs/chunk_file.h"
#include "jobs/chunk_line.h"

namespace graze::jobs {
namespace {
void check_whole(const Job& job, const std::filesystem::path& file) {
  const ChunkIndex index = read_chunk_index(file);
  if (index.header != job.header) {
    throw InputError({file.string(), "the answers of another job",
                      "those of the same input, options and version", ""});
  }
  for (std::size_t i = 0; i < job.chunks(); ++i) {
    if (i < index.chunks.size() && index.chunks[i].chunk == i) continue;
    throw InputError({file.string(), "no chunk " + std::to_string(i) + " in its place",
                      "all chunks in order", "put the parts together with graze merge"});
  }
}
}  // namespace

Job sized_job(std::size_t items, std::size_t chunk_items) {
  if (chunk_items == 0) throw InputError({"--chunk", "0", "at least 1 item a chunk", ""});
  Job job;
  job.items = items;
  job.chunk_items = chunk_items;
  return job;
}

void for_each_answer(const Job& job, const std::filesystem::path& file, const TakeAnswer& take) {
  check_whole(job, file);
  LineReader lines(file);
  std::string line;
  lines.next(line);  // the header
  for (std::size_t item = 0; item < job.items && lines.next(line);) {
    if (!parse_chunk_line(line)) take(item++, line, lines.place());
  }
}

}  // namespace graze::jobs
