// SPDX-License-Identifier: MIT
// What building a tree costs and gives, and what keeping it saves.                            [C3]
//   bench_obb_tree [TRIANGLES]
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "graze/geometry/shapes.h"
#include "graze/io/tree_cache.h"
#include "graze/spatial/wide_obb_tree.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
constexpr int kRounds = 3;

void print_row(const TriangleMesh& mesh, const char* name, ObbSplit split, int threads) {
  const double start = bench::process_seconds();
  const ObbTree tree = build_obb_tree(mesh, {.split = split, .threads = threads});
  const double cpu = bench::process_seconds() - start;
  const ObbTreeReport& r = tree.report();
  fmt::print("| {:<8} | {} | {:>5.2f} | {:>5.2f} | {:>8} | {:>3} | {:.3f} | {:>4} | {:016x} |\n",
             name, threads, r.seconds, cpu, r.nodes, r.depth, r.tightness, r.bytes >> 20,
             tree.content_hash());
}

/// Least CPU seconds of some rounds.
template <typename Run>
double least_cpu(const Run& run) {
  double least = 1e300;
  for (int i = 0; i < kRounds; ++i) {
    const double start = bench::process_seconds();
    run();
    least = std::min(least, bench::process_seconds() - start);
  }
  return least;
}

double fill_of(const WideObbTree& tree) {
  std::size_t used = 0;
  for (const WideObbNode& node : tree.nodes()) {
    for (int lane = 0; lane < kWideLanes; ++lane) used += node.is_empty(lane) ? 0 : 1;
  }
  return static_cast<double>(used) / static_cast<double>(kWideLanes * tree.nodes().size());
}

void print_wide(const TriangleMesh& mesh) {
  const double count = static_cast<double>(mesh.triangles().size());
  WideObbTree tree;
  const double built = least_cpu([&] { tree = build_wide_obb_tree(mesh, {.threads = 1}); });
  const ObbTree binary = build_obb_tree(mesh);
  const double converted = least_cpu([&] { WideObbTree from(binary); });
  fmt::print(
      "\neight wide: {} nodes, {:.1f} bytes a triangle (binary {:.1f}), lanes filled to {:.3f}\n"
      "CPU: built at once {:.2f} s, from a binary tree that is there {:.2f} s\n",
      tree.nodes().size(), static_cast<double>(tree.bytes()) / count,
      static_cast<double>(binary.report().bytes) / count, fill_of(tree), built, converted);

  const auto folder =
      std::filesystem::temp_directory_path() / ("graze_bench_" + std::to_string(::getpid()));
  const TreeCache cache(folder);
  const bool is_kept = cache.keep(tree);
  bool is_found = true;
  const double loaded = least_cpu([&] { is_found = is_found && cache.find(mesh).has_value(); });
  fmt::print("from the cache {:.3f} s, {:.1f} times as fast as building{}\n", loaded,
             built / loaded, is_kept && is_found ? "" : " (NOT FOUND)");
  std::filesystem::remove_all(folder);
}
}  // namespace
}  // namespace graze

int main(int argc, char** argv) {
  using namespace graze;
  const double triangles = argc > 1 ? std::atof(argv[1]) : 1e6;
  const TriangleMesh mesh = make_shape("blob", {{"triangles", triangles}});
  fmt::print(
      "{} triangles\n| split | threads | wall s | CPU s | nodes | depth | tightness | MB | "
      "hash |\n|---|---|---|---|---|---|---|---|---|\n",
      mesh.triangles().size());
  for (const int threads : {1, 2}) {
    print_row(mesh, "min-max", ObbSplit::kMinMax, threads);
    print_row(mesh, "surface", ObbSplit::kSurface, threads);
    print_row(mesh, "mean", ObbSplit::kMean, threads);
    print_row(mesh, "median", ObbSplit::kMedian, threads);
  }
  print_wide(mesh);
  return 0;
}
