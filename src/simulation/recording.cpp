// SPDX-License-Identifier: MIT
#include "graze/simulation/recording.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/simulation/load_world_scene.h"
#include "simulation/frame_bytes.h"

namespace graze {
namespace {
constexpr std::size_t kLargestRecording = std::size_t{1} << 40;

/// Frames from `bytes` on; how many bytes they take.
std::size_t read_frames(std::string_view bytes, const std::string& place, Recording& out) {
  std::size_t done = 0;
  const WorldState none;
  while (true) {
    const WorldState& before = out.frames.empty() ? none : out.frames.back().state;
    auto reading = simulation::read_frame(bytes.substr(done), before, place);
    if (!reading) return done;
    done += reading->size;
    out.frames.push_back(std::move(reading->frame));
  }
}

/// The header and the state at the start.
std::string front_of(const WorldScene& scene, const WorldState& start) {
  return simulation::header_bytes(format_world_scene(scene)) +
         simulation::frame_bytes({.state = start}, {});
}

bool fits(const RecordedFrame& frame, const WorldScene& scene) {
  if (frame.state.bodies.size() != scene.bodies.size()) return false;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto& elastic = scene.bodies[i].elastic;
    const std::size_t nodes =
        i < frame.state.soft.size() ? frame.state.soft[i].positions.size() : 0;
    if (nodes != (elastic ? elastic->nodes.size() : 0)) return false;
  }
  return true;
}

std::uint32_t small(std::size_t count) { return static_cast<std::uint32_t>(count); }
}  // namespace

StepStatistics statistics_of(const StepReport& report) {
  StepStatistics out;
  out.inner_steps = small(static_cast<std::size_t>(report.inner_steps));
  out.rounds = small(static_cast<std::size_t>(report.rounds));
  out.clamps = small(static_cast<std::size_t>(report.clamps));
  out.contacts = small(report.contacts.size());
  out.impacts = small(report.impacts.size());
  out.holds = small(report.holds.size());
  out.broken = small(report.broken.size());
  out.late = small(report.late.size());
  out.residual = report.residual;
  out.smallest_gap = report.smallest_gap;
  out.energy = report.energy;
  if (report.volume) {
    out.undecided = small(static_cast<std::size_t>(report.volume->undecided));
    out.time_lost = report.volume->time_lost;
  }
  return out;
}

RecordedFrame frame_of(const WorldState& state, const StepReport& report) {
  return {state, statistics_of(report), report.knots, report.soft_knots,
          report.volume ? report.volume->overlaps : std::vector<OverlappingPair>{}};
}

Recording parse_recording(std::string_view bytes, const std::string& place) {
  const simulation::RecordingHeader header = simulation::read_header(bytes, place);
  Recording out;
  out.scene_text = std::string(header.scene_text);
  out.scene_sha256 = header.sha256;
  out.scene = parse_world_scene(out.scene_text, place + ": scene");
  const std::size_t done = read_frames(bytes.substr(header.end), place, out);
  out.is_cut = header.end + done != bytes.size();
  for (const RecordedFrame& frame : out.frames) {
    if (fits(frame, out.scene)) continue;
    throw InputError({place, "a frame with another number of bodies or nodes than its scene",
                      "a recording of one scene", ""});
  }
  return out;
}

Recording read_recording(const std::filesystem::path& path) {
  const FileBytes bytes = read_bytes(path, kLargestRecording);
  return parse_recording(bytes.view(), path.string());
}

bool is_recording(const std::filesystem::path& path) {
  std::error_code error;  // a pipe is not examined: its bytes come only once
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string front(16, '\0');
  file.read(front.data(), 16);
  return file.good() && simulation::header_bytes("").starts_with(front);
}

RecordingWriter RecordingWriter::begin(const std::filesystem::path& path, const WorldScene& scene,
                                       const WorldState& start) {
  const std::string front = front_of(scene, start);
  RecordingWriter out;
  out.open(path, O_CREAT | O_EXCL);
  out.write(front);
  out.last_ = start;
  return out;
}

RecordingWriter RecordingWriter::resume(const std::filesystem::path& path, const WorldScene& scene,
                                        const WorldState& start) {
  const std::string front = front_of(scene, start);
  RecordingWriter out;
  out.open(path, 0);  // locks: what is read now stays as it is
  const FileBytes file = read_bytes(path, kLargestRecording);
  if (front.starts_with(file.view())) {
    std::filesystem::resize_file(path, 0);
    out.write(front);
    out.last_ = start;
    return out;
  }
  const simulation::RecordingHeader header = simulation::read_header(file.view(), path.string());
  if (!front.starts_with(file.view().substr(0, header.end))) {
    throw InputError({path.string(), "a recording of another scene, SHA-256 " + header.sha256,
                      "one of this scene with these options", "choose a new -o"});
  }
  Recording recorded;
  const std::size_t done = read_frames(file.view().substr(header.end), path.string(), recorded);
  if (recorded.frames.empty()) {
    throw InputError({path.string(), "a first frame that is cut off or damaged",
                      "the state at the start", "remove it and start again"});
  }
  std::filesystem::resize_file(path, header.end + done);
  out.last_ = std::move(recorded.frames.back().state);
  return out;
}

void RecordingWriter::open(const std::filesystem::path& path, int flags) {
  path_ = path;
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
  if (file < 0 && errno == EEXIST) {
    throw InputError({path.string(), "a file that is there already", "a new file",
                      "continue it with --resume, or remove it"});
  }
  if (file >= 0) file_.reset(::fdopen(file, "ab"));
  if (!file_) {
    throw InputError({path.string(), std::strerror(errno), "a place that can be written to", ""});
  }
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError({path.string(), "a file that another run is writing to",
                      "a file of this run alone", "wait for the other, or choose a new -o"});
  }
}

void RecordingWriter::append(const RecordedFrame& frame) {
  write(simulation::frame_bytes(frame, last_));
  last_ = frame.state;
}

void RecordingWriter::write(const std::string& bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), file_.get());
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return;
  throw InputError({path_.string(), std::strerror(errno), "room to write frames",
                    "free some space and continue with --resume"});
}

}  // namespace graze
