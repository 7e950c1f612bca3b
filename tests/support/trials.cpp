// SPDX-License-Identifier: MIT
#include "support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace graze::test {
namespace {
double share() {
  const char* text = std::getenv("GRAZE_TRIALS");
  return text == nullptr ? 0.05 : std::strtod(text, nullptr);
}

std::uint64_t first_seed() {
  const char* text = std::getenv("GRAZE_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

std::uint64_t test_number() {
  const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string text = std::string(info->test_suite_name()) + "." + info->name();
  std::uint64_t number = 1469598103934665603u;
  for (const char c : text) number = (number ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return number;
}
}  // namespace

std::size_t trials(std::size_t full, std::size_t least) {
  const auto wanted = static_cast<std::size_t>(share() * static_cast<double>(full));
  const std::size_t count = std::max(std::min(least, full), wanted);
  std::printf("[ trials   ] %zu of %zu, GRAZE_SEED=%llu\n", count, full,
              static_cast<unsigned long long>(first_seed()));
  return count;
}

std::mt19937_64 generator(std::uint64_t trial) {
  std::seed_seq sequence{first_seed(), test_number(), trial, trial >> 32};
  return std::mt19937_64(sequence);
}

}  // namespace graze::test
