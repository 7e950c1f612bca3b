// SPDX-License-Identifier: MIT
// A conversation about one scene: frames in, frames out, by any transport.
// The frames are docs/protocol.md.                                                            [G4]
#pragma once
#include <graze/io/report_page.h>
#include <graze/query/drag.h>
#include <graze/query/prepared_scene.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {
struct WorldScene;  // graze/simulation/world_scene.h
namespace server {
class LiveWorld;
}

inline constexpr int kProtocolVersion = 4;

/// What a frame is. An answer has the type of its question with the bit kAnswer set.
enum class FrameType : std::uint16_t {
  kHello = 1,    ///< versions
  kLoad = 2,     ///< what the next question is about: scene.json that stands alone
  kAsk = 3,      ///< when do they touch, with some motions replaced?
  kProof = 4,    ///< does this certificate prove what it claims about the scene?
  kGrab = 5,     ///< take a body into the hand
  kTarget = 6,   ///< where the hand goes
  kRelease = 7,  ///< let go
  kSave = 8,     ///< the scene as it is now
  kOverlay = 9,  ///< what a method looks at, to be drawn
  kUndo = 10,    ///< back to the question before
  kWorld = 11,   ///< let bodies go: a world under gravity
  kStep = 12,    ///< steps of that world
  kMesh = 13,    ///< meshes by their hashes
  kBring = 14,   ///< the user's own files, to be made into a scene
  kDrive = 15,   ///< this page drives from now on; the others watch
  kWatch = 16,   ///< what has the driver done?
  kError = 0x7f,
};
inline constexpr std::uint16_t kAnswer = 0x80;

struct Frame {
  std::uint16_t type = 0;
  std::uint16_t flags = 0;     ///< none are defined: 0
  std::uint32_t sequence = 0;  ///< an answer has its question's
  std::string_view payload;
};
std::string frame_bytes(const Frame& frame);
/// Nothing if it is shorter than a head. The payload refers to the bytes.
std::optional<Frame> parse_frame(std::string_view bytes);

struct SessionLimits {
  std::size_t max_frame = 64u << 20;  ///< bytes of a frame
  double max_seconds = 60.0;          ///< of one question
};

/// A file that was dropped onto the page. Its name is not a path.
struct BroughtFile {
  std::string name;
  std::string_view bytes;
};
/// Makes a scene.json that stands alone of files, the first of which is the one to open. Throws
/// InputError.
using BringFiles = std::function<std::string(std::span<const BroughtFile> files)>;

/// Answers frames one after the other. Errors are frames, too: receive() does not throw for
/// anything that a frame holds. One thread at a time.
class Session {
 public:
  /// `page` is what documents say besides the answers; `options` are those of questions.
  Session(ReportPage page, ContactOptions options, const SessionLimits& limits = {});

  /// Sets what the session is about. Until then only kHello and kLoad are answered. `world` is what
  /// the scene's file says of dynamics, if it does; `document` is the answer to the first question,
  /// if it was asked elsewhere.
  void set_scene(const PreparedScene& scene, std::shared_ptr<const WorldScene> world = {},
                 std::string document = {});

  /// The function that reads files dropped onto the page; without one they are refused.
  void set_reader(BringFiles reader) { reader_ = std::move(reader); }

  /// The document of what was asked last; empty if nothing was.
  const std::string& document() const { return now().document; }

  /// The answer to one frame.
  std::string receive(std::string_view bytes);

 private:
  /// A question that was asked, kept so that one can go back to it.
  struct Asked {
    PreparedScene scene;
    ContactOptions options;
    std::string name;
    std::string up;  ///< "y" or "z"
    std::shared_ptr<const WorldScene> world;
    std::string document = {};
  };

  std::string answer(const Frame& frame);
  std::string load(std::string_view text);
  std::string ask(std::string_view text);
  std::string undo();
  std::string meshes(std::string_view text) const;
  std::string bring(std::string_view payload) const;
  std::string grab(std::string_view text);
  std::string follow(std::string_view text);
  std::string overlay(std::string_view text) const;
  std::string begin_world(std::string_view text);
  std::string step_world(std::string_view text);
  void turn_to(Asked asked);
  const Asked& now() const;
  const Scene& scene() const { return now().scene.scene(); }

  ReportPage page_;
  ContactOptions options_;  // of a scene that nothing was asked about
  SessionLimits limits_;
  std::optional<Asked> now_;
  std::optional<Asked> loaded_;  // asked about next; if that fails, nothing has changed
  std::vector<Asked> past_;
  std::optional<Drag> drag_;
  BodyId dragged_;
  BringFiles reader_;
  std::shared_ptr<server::LiveWorld> world_;
};

/// The files of a kBring: u32 size of a head, the head {"files": [{"name", "bytes"}]}, then their
/// bytes one after the other. Throws InputError for names that are paths, and sizes that do not
/// fit.
std::vector<BroughtFile> parse_brought(std::string_view payload);

/// What a scene.json says of dynamics; null if no body of it is dynamic.
std::shared_ptr<const WorldScene> world_of(std::string_view scene_json);

/// The options that belong to a question, as the keys of kAsk. Defaults are left out.
std::string asked_json(const ContactOptions& options, const Scene& scene);

/// Asks each pair of a scene and writes the page's document. Throws InputError.
std::string answered_document(const PreparedScene& scene, const ContactOptions& options,
                              ReportPage page);

/// The clearance curve as steps: what is proved of each cell. None for less than two samples.
std::optional<PlottedCurve> plotted_curve(const PreparedScene& scene, const ContactOptions& options,
                                          std::size_t samples);

/// The verdict on a certificate, as JSON: accepted, refusal, pairs, witnesses, free, steps, …
/// Throws InputError for bytes that are not a certificate.
std::string proof_verdict(const Scene& scene, std::string_view certificate);

}  // namespace graze
