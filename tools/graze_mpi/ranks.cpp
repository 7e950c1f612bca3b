// SPDX-License-Identifier: MIT
#include "ranks.h"

#include <algorithm>
#include <chrono>

namespace graze::tool {
namespace {
constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 28;  // MPI counts in int
}

Ranks::Ranks(int& argc, char**& argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  has_threads_ = provided == MPI_THREAD_MULTIPLE;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Ranks::~Ranks() { MPI_Finalize(); }

void Ranks::broadcast(char* data, std::uint64_t size) const {
  for (std::uint64_t at = 0; at < size; at += kAtOnce) {
    const auto count = static_cast<int>(std::min(kAtOnce, size - at));
    MPI_Bcast(data + at, count, MPI_BYTE, 0, MPI_COMM_WORLD);
  }
}

void Ranks::broadcast(std::string& bytes) const {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  broadcast(bytes.data(), size);
}

void Ranks::broadcast(std::vector<std::uint64_t>& numbers) const {
  std::uint64_t size = numbers.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  numbers.resize(size);
  broadcast(reinterpret_cast<char*>(numbers.data()), size * sizeof(std::uint64_t));
}

bool Ranks::all(bool holds) const {
  int mine = holds ? 1 : 0, everyone = 0;
  MPI_Allreduce(&mine, &everyone, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return everyone == 1;
}

SharedCounter::SharedCounter(const Ranks& ranks) {
  const MPI_Aint bytes = ranks.is_first() ? sizeof(std::uint64_t) : 0;
  MPI_Win_allocate(bytes, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &value_, &window_);
  if (ranks.is_first()) *value_ = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window_);
  if (!ranks.is_first() || ranks.size() == 1 || !ranks.has_threads()) return;
  server_ = std::thread([this] {
    while (!stop_.load(std::memory_order_relaxed)) {
      int ignored = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &ignored, MPI_STATUS_IGNORE);
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  });
}

SharedCounter::~SharedCounter() {
  MPI_Win_unlock_all(window_);
  MPI_Barrier(MPI_COMM_WORLD);  // nobody asks any more
  stop_ = true;
  if (server_.joinable()) server_.join();
  MPI_Win_free(&window_);
}

std::uint64_t SharedCounter::next() {
  const std::uint64_t one = 1;
  std::uint64_t value = 0;
  MPI_Fetch_and_op(&one, &value, MPI_UINT64_T, 0, 0, MPI_SUM, window_);
  MPI_Win_flush(0, window_);
  return value;
}

}  // namespace graze::tool
