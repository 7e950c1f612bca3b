// SPDX-License-Identifier: MIT
// Mean time for a pair of boxes under rational motion, by degree; the printed method beside it.
// [B5]
#include <graze/base/hash.h>
#include <graze/detect/printed_boxes.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

namespace {
using namespace graze;

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

RelativeBoxPair random_pair(std::mt19937_64& random, int rotation_degree, int translation_degree) {
  const auto uniform = [&](double lo, double hi) {
    return lo + (hi - lo) * double(random() >> 11) * 0x1p-53;
  };
  const auto vector = [&](double lo, double hi) {
    return Vec3(uniform(lo, hi), uniform(lo, hi), uniform(lo, hi));
  };
  RelativeBoxPair pair{vector(0.1, 1.0), vector(0.1, 1.0), {}};
  RationalFormula& f = pair.a_from_b;
  f.rotation.clear();
  f.translation.clear();
  for (int k = 0; k <= rotation_degree; ++k)
    f.rotation.emplace_back(1.0, uniform(-0.8, 0.8), uniform(-0.8, 0.8), uniform(-0.8, 0.8));
  for (int k = 0; k <= translation_degree; ++k) f.translation.push_back(vector(-3.0, 3.0));
  return pair;
}

/// Median over repetitions of the mean over all pairs, microseconds.
template <typename Run>
double median_time(std::size_t count, int repetitions, const Run& run) {
  std::vector<double> times;
  for (int k = 0; k < repetitions; ++k) {
    const double begin = cpu_seconds();
    run();
    times.push_back(1e6 * (cpu_seconds() - begin) / double(count));
  }
  std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
  return times[std::size_t(repetitions / 2)];
}

double printed_time(const std::vector<RelativeBoxPair>& pairs) {
  const std::size_t count = 20;
  return median_time(count, 3, [&] {
    for (std::size_t k = 0; k < count; ++k) {
      const MovingBox a{{Vec3::Zero(), Mat3::Identity(), pairs[k].half_a}, Motion()};
      const MovingBox b{{Vec3::Zero(), Mat3::Identity(), pairs[k].half_b},
                        rational_motion(pairs[k].a_from_b)};
      printed_box_contacts(a, b, {0.0, 1.0});
    }
  });
}

void measure(int rotation_degree, int translation_degree) {
  std::mt19937_64 random(7);
  std::vector<RelativeBoxPair> pairs;
  for (int k = 0; k < 2000; ++k)
    pairs.push_back(random_pair(random, rotation_degree, translation_degree));
  BoxContacts contacts;
  Hasher hasher;
  std::size_t met = 0, tests = 0;
  for (const RelativeBoxPair& pair : pairs) {
    box_contacts(pair, {}, contacts);
    met += !contacts.intervals.empty();
    tests += contacts.stats.box_tests;
    for (const BoxContactInterval& c : contacts.intervals) hasher.add(c.entry.lo);
  }
  const auto timed = [&](bool first_only) {
    return median_time(pairs.size(), 7, [&] {
      for (const RelativeBoxPair& pair : pairs)
        box_contacts(pair, {.span = {0.0, 1.0}, .first_only = first_only}, contacts);
    });
  };
  const double first = timed(true), all = timed(false), printed = printed_time(pairs);
  std::printf("%6d %8d %8d %10.2f %10.2f %12.0f %10.0f %8.1f %6.1f %% %016llx\n",
              2 * rotation_degree + translation_degree, rotation_degree, translation_degree, first,
              all, printed, printed / all, double(tests) / double(pairs.size()),
              100.0 * double(met) / double(pairs.size()),
              static_cast<unsigned long long>(hasher.value()));
}
}  // namespace

int main() {
  std::printf("microseconds of CPU a pair, 2000 random pairs; the paper: 12800, 52000, 103000\n");
  std::printf("%6s %8s %8s %10s %10s %12s %10s %8s %8s %16s\n", "degree", "rotation", "transl.",
              "first", "all", "as printed", "ratio", "bounds", "meet", "hash");
  measure(0, 1);
  measure(1, 1);
  measure(1, 3);
  measure(2, 2);
  measure(3, 3);
  measure(4, 4);
}
