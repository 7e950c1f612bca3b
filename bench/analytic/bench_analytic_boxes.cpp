// SPDX-License-Identifier: MIT
// Mean time for a pair of boxes under rational motion, by degree; the printed method beside it.
// [B5]
#include <graze/base/hash.h>
#include <graze/math/rotation.h>
#include <graze/methods/analytic_printed.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "timing/cpu_time.h"

namespace {
using namespace graze;

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
    const double begin = bench::thread_seconds();
    run();
    times.push_back(1e6 * (bench::thread_seconds() - begin) / double(count));
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
/// One of the paper's examples (docs/methods/analytic.md, 5): both forms, against its time.
struct Example {
  const char* name;
  double paper_us;
  RelativeBoxPair pair;
};

RationalFormula formula(const std::vector<Quat>& rotation, const std::vector<Vec3>& translation) {
  return {rotation, translation, {1.0}};
}

void measure(const Example& e) {
  const std::size_t count = 2000;
  BoxContacts contacts;
  const double fast = median_time(count, 7, [&] {
    for (std::size_t k = 0; k < count; ++k) box_contacts(e.pair, {}, contacts);
  });
  const MovingBox a{{Vec3::Zero(), Mat3::Identity(), e.pair.half_a}, Motion()};
  const MovingBox b{{Vec3::Zero(), Mat3::Identity(), e.pair.half_b},
                    rational_motion(e.pair.a_from_b)};
  PrintedBoxes printed;
  const double slow = median_time(20, 3, [&] {
    for (int k = 0; k < 20; ++k) printed = printed_box_contacts(a, b, {0.0, 1.0});
  });
  std::printf("%-12s %10.0f %10.2f %10.0f %10.0f %8zu %4d", e.name, e.paper_us, fast,
              e.paper_us / fast, slow, printed.homogeneous.size() + std::size_t(printed.outside),
              printed.eliminated);
  for (const BoxContactInterval& c : contacts.intervals)
    std::printf("   %.4f to %.4f", c.entry.lo, c.exit.hi);
  std::printf("%s\n", fast * 1000.0 <= e.paper_us ? "" : "   LESS THAN 1000 TIMES FASTER");
}

void measure_examples() {
  std::printf(
      "\nthe paper's examples: microseconds; all intervals\n%-12s %10s %10s %10s %10s %8s %4s\n",
      "example", "paper", "fast", "ratio", "as printed", "intervals", "out");
  // The linear one with its repaired rotation; those of degree 2 and 4 in the paper's spirit.
  Mat3 rotation;
  rotation << 0.88, 0.07, 0.48, -0.16, -0.90, 0.41, 0.46, -0.43, -0.78;
  const Quat turn = quaternion_from_rotation(*nearest_rotation(rotation));
  measure({"linear",
           12800.0,
           {Vec3(12, 3, 12), Vec3::Constant(3.5418),
            formula({turn}, {Vec3(-28.35, -36.86, 0.0), Vec3(16.76, 23.83, 0.0)})}});
  std::mt19937_64 random(7);
  Example second{"2nd degree", 52000.0, {}}, fourth{"4th degree", 103000.0, {}};
  const auto by_edges = [](const FeaturePair& f) {
    return f.a.kind() == FeatureKind::kEdge && f.b.kind() == FeatureKind::kEdge;
  };
  BoxContacts contacts;
  for (;;) {  // an entry and an exit by edges
    second.pair = random_pair(random, 1, 1);
    box_contacts(second.pair, {}, contacts);
    if (contacts.intervals.size() == 1 && !contacts.intervals[0].before_span &&
        !contacts.intervals[0].after_span && by_edges(contacts.intervals[0].entry_features) &&
        by_edges(contacts.intervals[0].exit_features))
      break;
  }
  do {  // no contact
    fourth.pair = random_pair(random, 2, 2);
    box_contacts(fourth.pair, {}, contacts);
  } while (!contacts.intervals.empty());
  measure(second);
  measure(fourth);
}
}  // namespace

int main() {
  std::printf("microseconds of CPU a pair, 2000 random pairs\n");
  std::printf("%6s %8s %8s %10s %10s %12s %10s %8s %8s %16s\n", "degree", "rotation", "transl.",
              "first", "all", "as printed", "ratio", "bounds", "meet", "hash");
  measure(0, 1);
  measure(1, 1);
  measure(1, 3);
  measure(2, 2);
  measure(3, 3);
  measure(4, 4);
  measure_examples();
}
