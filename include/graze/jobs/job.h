// SPDX-License-Identifier: MIT
// Work cut into chunks. Any process on any machine can answer a chunk, always with the same bytes.
//                                                                                              [G5]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>

#include <functional>
#include <optional>
#include <string>

namespace graze {

/// How many items were answered, and how.
struct AnswerCounts {
  std::size_t answers = 0;
  std::size_t contacts = 0;
  std::size_t undecided = 0;

  void add(Outcome outcome);
  AnswerCounts& operator+=(const AnswerCounts& other);
  bool operator==(const AnswerCounts&) const = default;
};

/// The answers to the items of one chunk.
struct ChunkAnswer {
  std::string lines;  ///< each ends with '\n' and begins with {"question":
  AnswerCounts counts;
};

/// Items in order, `chunk_items` at a time. A chunk's answer depends on nothing but the header and
/// the chunk's number.
struct Job {
  /// One line of JSON that names everything the answers depend on: what is asked (by SHA-256), the
  /// options, the version of Graze. Files whose headers are equal hold parts of the same job.
  std::string header;
  std::size_t items = 0;
  std::size_t chunk_items = 256;
  /// Answers one chunk, on up to `threads` threads. None: the budget stopped it. Throws InputError
  /// for an item that is wrong.
  std::function<std::optional<ChunkAnswer>(std::size_t chunk, const Budget& budget)> answer;

  std::size_t chunks() const { return (items + chunk_items - 1) / chunk_items; }
};

}  // namespace graze
