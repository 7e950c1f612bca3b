// SPDX-License-Identifier: MIT
// A car door that closes, at 1 kHz: free steps and steps with contact, one by one.           [C13]
//   bench_door [STEPS]
#include <fmt/core.h>

#include <cstdlib>

#include "ccd/query_classes.h"
#include "graze/base/hash.h"
#include "graze/methods/certified.h"
#include "many/spread.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
void run(const QueryClass& among) {
  std::vector<double> cpu, wall;
  Hasher hash;
  int contacts = 0;
  for (const Query& query : among.queries) {
    CertifiedOptions options;
    options.span = query.span;
    options.tolerance = among.tolerance;
    const double cpu_begin = thread_seconds(), wall_begin = wall_seconds();
    const ContactReport report =
        first_contact_certified({among.a.wide, Motion()}, {among.b.wide, query.motion}, options);
    wall.push_back(wall_seconds() - wall_begin);
    cpu.push_back(thread_seconds() - cpu_begin);
    contacts += report.outcome == Outcome::kContact;
    hash.add(static_cast<std::uint64_t>(report.outcome));
    hash.add(report.time.hi);
  }
  const Spread c = spread_of(cpu), w = spread_of(wall);
  fmt::print("| {} | {} | {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:016x} |\n",
             among.name, cpu.size(), contacts, 1e6 * c.median, 1e6 * c.p99, 1e6 * c.p999,
             1e6 * w.median, 1e6 * w.p999, hash.value());
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  const QueryClass closing = door_closing(argc > 1 ? std::atoi(argv[1]) : 1000);
  fmt::print("car body {} triangles, door {}\n", closing.a.mesh.triangles().size(),
             closing.b.mesh.triangles().size());
  fmt::print("| us | steps | contacts | CPU median | p99 | p99.9 | wall median | p99.9 | hash |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  run(steps(closing, false));
  run(steps(closing, true));
  return 0;
}
