// SPDX-License-Identifier: MIT
// Reads and writes a mesh of a million triangles, with assimp and tinyobjloader in the same run.
// Every measurement has a process of its own, so that its peak memory is its own; the best of
// several runs counts. The area shows that all read the same surface, the hash that we read back
// every bit.
//   bench_mesh_io [TRIANGLES] [RUNS]
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tiny_obj_loader.h>
#include <unistd.h>

#include <algorithm>
#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "graze/geometry/shapes.h"
#include "graze/io/mesh_io.h"

namespace {
using graze::TriangleMesh;
using graze::Vec3;
namespace fs = std::filesystem;

struct Result {
  double seconds = 0.0;
  double megabytes = 0.0;  ///< peak above what the process had before
  double area = 0.0;
  std::uint64_t hash = 0;
};

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Time on the processor, system calls included: everything here runs on one thread, and a busy
/// machine must not favour anyone.
class Stopwatch {
 public:
  double seconds() const { return processor_seconds() - start_; }

 private:
  double start_ = processor_seconds();
};

/// Runs `work` in a child process and takes its result.
Result in_own_process(const std::function<Result()>& work) {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  const pid_t child = ::fork();
  if (child == 0) {
    const double before = peak_megabytes();
    Result result = work();
    result.megabytes -= before;
    const bool sent = ::write(ends[1], &result, sizeof result) == sizeof result;
    ::_exit(sent ? 0 : 1);
  }
  ::close(ends[1]);
  Result result;
  const bool got = ::read(ends[0], &result, sizeof result) == sizeof result;
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!got || status != 0) {
    fmt::print(stderr, "a measurement failed\n");
    std::exit(1);
  }
  return result;
}

Result best_of(int runs, const std::function<Result()>& work) {
  Result best = in_own_process(work);
  for (int i = 1; i < runs; ++i) {
    const Result next = in_own_process(work);
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

double area_of(const TriangleMesh& mesh) {
  double area = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    area += 0.5 * (b - a).cross(c - a).norm();
  }
  return area;
}

Result read_with_graze(const std::string& path) {
  const Stopwatch watch;
  const TriangleMesh mesh = graze::read_mesh(path);
  const double seconds = watch.seconds();
  return {seconds, peak_megabytes(), area_of(mesh), mesh.content_hash()};
}

Vec3 vec(const aiVector3D& v) { return {v.x, v.y, v.z}; }

double area_of(const aiScene& scene) {
  double area = 0.0;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[m];
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const unsigned* const at = mesh.mFaces[f].mIndices;
      const Vec3 a = vec(mesh.mVertices[at[0]]);
      area += 0.5 * (vec(mesh.mVertices[at[1]]) - a).cross(vec(mesh.mVertices[at[2]]) - a).norm();
    }
  }
  return area;
}

Result read_with_assimp(const std::string& path, unsigned steps) {
  const Stopwatch watch;
  Assimp::Importer importer;
  const aiScene* const scene = importer.ReadFile(path, steps);
  const double seconds = watch.seconds();
  if (scene == nullptr) std::abort();
  return {seconds, peak_megabytes(), area_of(*scene), 0};
}

Result read_with_tinyobj(const std::string& path) {
  const Stopwatch watch;
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning;
  std::string error;
  if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, path.c_str())) {
    std::abort();
  }
  const double seconds = watch.seconds();
  const double megabytes = peak_megabytes();
  double area = 0.0;
  const auto vertex = [&](const tinyobj::index_t& index) {
    const auto at = static_cast<std::size_t>(3 * index.vertex_index);
    return Vec3(attributes.vertices[at], attributes.vertices[at + 1], attributes.vertices[at + 2]);
  };
  for (const tinyobj::shape_t& shape : shapes) {
    const std::vector<tinyobj::index_t>& at = shape.mesh.indices;
    for (std::size_t i = 0; i + 2 < at.size(); i += 3) {
      const Vec3 a = vertex(at[i]);
      area += 0.5 * (vertex(at[i + 1]) - a).cross(vertex(at[i + 2]) - a).norm();
    }
  }
  return {seconds, megabytes, area, 0};
}

Result write_with_graze(const std::string& from, const std::string& to) {
  const TriangleMesh mesh = graze::read_mesh(from);
  const Stopwatch watch;
  graze::write_mesh(to, mesh);
  return {watch.seconds(), peak_megabytes(), area_of(mesh), 0};
}

Result write_with_assimp(const std::string& from, const std::string& to, const char* format) {
  Assimp::Importer importer;
  const aiScene* const scene =
      importer.ReadFile(from, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
  if (scene == nullptr) std::abort();
  const double area = area_of(*scene);
  Assimp::Exporter exporter;
  const Stopwatch watch;
  if (exporter.Export(scene, format, to) != aiReturn_SUCCESS) std::abort();
  return {watch.seconds(), peak_megabytes(), area, 0};
}

void print_row(const std::string& what, const Result& result, const Result& ours) {
  fmt::print("{:<22}{:>9.3f} s{:>8.2f} x{:>9.1f} MB{:>8.2f} x   area {:.6g}", what, result.seconds,
             result.seconds / ours.seconds, result.megabytes, result.megabytes / ours.megabytes,
             result.area);
  if (result.hash != 0) fmt::print("  hash {:016x}", result.hash);
  fmt::print("\n");
}

void compare_reading(const std::string& path, int runs) {
  const std::string kind = fs::path(path).extension().string().substr(1);
  const Result ours = best_of(runs, [&] { return read_with_graze(path); });
  print_row("read " + kind + "  graze", ours, ours);
  const auto assimp = [&](unsigned steps) {
    return best_of(runs, [&] { return read_with_assimp(path, steps); });
  };
  print_row("          assimp", assimp(aiProcess_Triangulate), ours);
  if (kind == "stl") {  // what our STL reader does too: corners become shared vertices
    print_row("          assimp, joined", assimp(aiProcess_JoinIdenticalVertices), ours);
  }
  if (kind != "obj") return;
  print_row("          tinyobj", best_of(runs, [&] { return read_with_tinyobj(path); }), ours);
}

void compare_writing(const std::string& from, const std::string& kind, const char* assimp_format) {
  const std::string to = fs::path(from).replace_filename("written." + kind).string();
  const Result ours = in_own_process([&] { return write_with_graze(from, to); });
  print_row("write " + kind + " graze", ours, ours);
  print_row("          assimp",
            in_own_process([&] { return write_with_assimp(from, to, assimp_format); }), ours);
}
}  // namespace

int main(int argc, char** argv) {
  const double triangles = argc > 1 ? std::strtod(argv[1], nullptr) : 1e6;
  const int runs = argc > 2 ? std::atoi(argv[2]) : 3;
  std::string folder = (fs::temp_directory_path() / "graze_bench_XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return 1;
  const std::string kinds[] = {"obj", "ply", "stl"};
  const Result made = in_own_process([&] {
    const TriangleMesh mesh = graze::make_shape("blob", {{"triangles", triangles}});
    for (const std::string& kind : kinds) graze::write_mesh(folder + "/mesh." + kind, mesh);
    return Result{0.0, 0.0, area_of(mesh), mesh.content_hash()};
  });
  fmt::print(
      "{:.0f} triangles; time and memory, with their ratios to ours; area {:.6g}, hash {:016x}\n",
      triangles, made.area, made.hash);
  for (const std::string& kind : kinds) compare_reading(folder + "/mesh." + kind, runs);
  compare_writing(folder + "/mesh.obj", "obj", "objnomtl");
  compare_writing(folder + "/mesh.obj", "ply", "plyb");
  compare_writing(folder + "/mesh.obj", "stl", "stlb");
  fs::remove_all(folder);
  return 0;
}
