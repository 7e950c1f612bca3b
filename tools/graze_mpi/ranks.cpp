// SPDX-License-Identifier: MIT
#include "ranks.h"

#include <algorithm>
#include <chrono>

#include "graze/base/error.h"

namespace graze::tool {
namespace {
constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 28;  // MPI counts in int
constexpr int kAsk = 1, kAnswer = 2;                       // tags of messages
}  // namespace

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

/// A window in the first rank's memory; false on all ranks if one cannot have it.
bool SharedCounter::make_window() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const MPI_Aint bytes = ranks_.is_first() ? sizeof(std::uint64_t) : 0;
  const int result = MPI_Win_allocate(bytes, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD,
                                      &value_, &window_);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  if (ranks_.all(result == MPI_SUCCESS)) return true;
  window_ = MPI_WIN_NULL;
  return false;
}

SharedCounter::SharedCounter(const Ranks& ranks) : ranks_(ranks) {
  if (make_window()) {
    if (ranks.is_first()) *value_ = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window_);
  } else if (!ranks_.all(ranks.has_threads())) {
    throw InputError({"MPI", "neither one-sided operations nor threads", "one of them",
                      "use another MPI library, or graze batch --shard"});
  }
  if (ranks.is_first() && ranks.size() > 1 && ranks.has_threads()) {
    server_ = std::thread([this] { serve(); });
  }
}

SharedCounter::~SharedCounter() {
  if (window_ != MPI_WIN_NULL) MPI_Win_unlock_all(window_);
  MPI_Barrier(MPI_COMM_WORLD);  // no rank asks any more
  stop_ = true;
  if (server_.joinable()) server_.join();
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

void SharedCounter::serve() {
  while (!stop_.load(std::memory_order_relaxed)) {
    int is_asked = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kAsk, MPI_COMM_WORLD, &is_asked, &status);
    if (is_asked == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(500));
      continue;
    }
    MPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, kAsk, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const std::uint64_t number = take();
    MPI_Send(&number, 1, MPI_UINT64_T, status.MPI_SOURCE, kAnswer, MPI_COMM_WORLD);
  }
}

std::uint64_t SharedCounter::next() {
  if (window_ == MPI_WIN_NULL && ranks_.is_first()) return take();
  std::uint64_t value = 0;
  if (window_ == MPI_WIN_NULL) {
    MPI_Sendrecv(nullptr, 0, MPI_BYTE, 0, kAsk, &value, 1, MPI_UINT64_T, 0, kAnswer, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return value;
  }
  const std::uint64_t one = 1;
  MPI_Fetch_and_op(&one, &value, MPI_UINT64_T, 0, 0, MPI_SUM, window_);
  MPI_Win_flush(0, window_);
  return value;
}

}  // namespace graze::tool
