// SPDX-License-Identifier: MIT
// What building an OBB tree costs and gives.                                                  [C3]
//   bench_obb_tree [TRIANGLES]
#include <fmt/core.h>

#include <cstdlib>

#include "graze/geometry/shapes.h"
#include "graze/spatial/wide_obb_tree.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
void print_row(const TriangleMesh& mesh, const char* name, ObbSplit split, int threads) {
  const double start = bench::process_seconds();
  const ObbTree tree = build_obb_tree(mesh, {.split = split, .threads = threads});
  const double cpu = bench::process_seconds() - start;
  const ObbTreeReport& r = tree.report();
  fmt::print("| {:<8} | {} | {:>5.2f} | {:>5.2f} | {:>8} | {:>3} | {:.3f} | {:>4} | {:016x} |\n",
             name, threads, r.seconds, cpu, r.nodes, r.depth, r.tightness, r.bytes >> 20,
             tree.content_hash());
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
  const ObbTree tree = build_obb_tree(mesh);
  const double start = bench::process_seconds();
  const WideObbTree wide(tree);
  fmt::print("wide: {} nodes, {} MB, {:.2f} s CPU\n", wide.nodes().size(),
             (wide.nodes().size() * sizeof(WideObbNode)) >> 20, bench::process_seconds() - start);
  return 0;
}
