// SPDX-License-Identifier: MIT
// The processes of an MPI job, and the few messages that they exchange.                        [G5]
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "mpi.h"

namespace graze::tool {

/// From MPI_Init to MPI_Finalize.
class Ranks {
 public:
  Ranks(int& argc, char**& argv);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  bool has_threads() const { return has_threads_; }  ///< any thread may call MPI

  /// The first rank's bytes, on all ranks; of any length.
  void broadcast(std::string& bytes) const;
  void broadcast(std::vector<std::uint64_t>& numbers) const;
  /// True if it is on every rank. Waits for all.
  bool all(bool holds) const;

 private:
  void broadcast(char* data, std::uint64_t size) const;
  int rank_ = 0, size_ = 1;
  bool has_threads_ = false;
};

/// 0, 1, 2, …: each number once, to whichever rank asks next. No rank waits for another's work. The
/// number is fetched and raised in the first rank's memory; where the network has no such operation
/// (Open MPI over TCP, with threads) a thread of the first rank answers messages.
class SharedCounter {
 public:
  /// Throws InputError if the ranks can do neither.
  explicit SharedCounter(const Ranks& ranks);
  ~SharedCounter();
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  std::uint64_t next();

 private:
  bool make_window();
  void serve();
  std::uint64_t take() { return taken_.fetch_add(1); }

  const Ranks& ranks_;
  MPI_Win window_ = MPI_WIN_NULL;  ///< null: by messages
  std::uint64_t* value_ = nullptr;
  std::atomic<std::uint64_t> taken_{0};
  // Between hosts the first rank's MPI library serves the counter only while it is called.
  std::atomic<bool> stop_{false};
  std::thread server_;
};

}  // namespace graze::tool
