// SPDX-License-Identifier: MIT
// graze-cad: a CAD file as JSON of patches and proved meshes. A separate program, because a damaged
// file can crash it: it keeps OpenCASCADE away from everything else.                          [C10]
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>

#include "graze/base/error.h"
#include "graze/cad/read_cad.h"
#include "graze/io/cad_io.h"

#if defined(GRAZE_SANITIZED)
// What OpenCASCADE keeps until the end is no leak of ours.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

namespace {

// A damaged file can ask for anything: it gets 10 minutes and 16 GB.
void set_limits() {
  const rlimit seconds{600, 600}, bytes{rlim_t{16} << 30, rlim_t{16} << 30}, core{0, 0};
  setrlimit(RLIMIT_CPU, &seconds);
#if defined(GRAZE_SANITIZED)
  static_cast<void>(bytes);  // sanitizers reserve far more than they use
#else
  setrlimit(RLIMIT_AS, &bytes);
#endif
  setrlimit(RLIMIT_CORE, &core);
}

// OpenCASCADE prints; only the model may go to the output.
std::FILE* take_output() {
  const int kept = dup(1);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, 1);
  return fdopen(kept, "w");
}

// Lines before the model: % and the share that is done. Ten in a second are enough.
std::function<void(double)> progress_to(std::FILE* output) {
  using Clock = std::chrono::steady_clock;
  return [output, next = Clock::now()](double done) mutable {
    if (const auto now = Clock::now(); now >= next) {
      next = now + std::chrono::milliseconds(100);
      std::fprintf(output, "%%%.4f\n", done);
      std::fflush(output);
    }
  };
}

int run(const std::string& file, graze::CadOptions options, bool tells_progress) {
  std::FILE* output = take_output();
  if (tells_progress) options.progress = progress_to(output);
  try {
    const std::string text = format_cad_model(graze::read_cad(file, options));
    const bool written = std::fwrite(text.data(), 1, text.size(), output) == text.size();
    return std::fclose(output) == 0 && written ? 0 : 1;
  } catch (const graze::InputError& error) {
    const auto& parts = error.parts();
    const std::string advice = parts.advice.empty() ? "" : "; " + parts.advice;
    std::fprintf(stderr, "graze-cad: %s, expected %s%s\n", parts.found.c_str(),
                 parts.expected.c_str(), advice.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze-cad: %s, expected a valid CAD file\n", error.what());
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A CAD file (STEP, BREP) as JSON of patches and meshes");
  std::string file;
  graze::CadOptions options;
  bool tells_progress = false;
  app.add_option("FILE", file, "File to read")->required();
  app.add_option("--kind", options.kind, "Ending to go by, such as .step, if the name has none");
  app.add_option("--deviation", options.deviation, "Deviation of meshes in mm; 0: no meshes");
  app.add_option("--relative-deviation", options.relative_deviation,
                 "Deviation of meshes, as a share of each part's diagonal");
  app.add_option("--part", options.part, "Refuse a file without this instance, before meshes");
  app.add_flag("--progress", tells_progress, "Lines of % and the share that is done, first");
  CLI11_PARSE(app, argc, argv);
  set_limits();
  return run(file, options, tells_progress);
}
