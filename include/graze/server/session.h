// SPDX-License-Identifier: MIT
// A conversation about one scene: frames in, frames out, whoever carries them.
// The frames are docs/protocol.md.                                                            [G4]
#pragma once
#include <graze/io/report_page.h>
#include <graze/query/drag.h>
#include <graze/query/prepared_scene.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {
struct WorldScene;  // graze/simulation/world_scene.h
namespace server {
class LiveWorld;
}

inline constexpr int kProtocolVersion = 3;

/// What a frame is. An answer has the type of its question with the bit kAnswer set.
enum class FrameType : std::uint16_t {
  kHello = 1,    ///< versions
  kLoad = 2,     ///< what the next question is about: scene.json that stands alone
  kAsk = 3,      ///< when do they touch, if some motions are others?
  kProof = 4,    ///< does this certificate prove what it claims about the scene?
  kGrab = 5,     ///< take a body into the hand
  kTarget = 6,   ///< where the hand goes
  kRelease = 7,  ///< let go
  kSave = 8,     ///< the scene as it is now
  kOverlay = 9,  ///< what a method looks at, to be drawn
  kUndo = 10,    ///< back to the question before
  kWorld = 11,   ///< let bodies go: a world under gravity
  kStep = 12,    ///< steps of that world
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

/// Answers frames one after the other. Errors are frames, too: receive() does not throw for
/// anything that a frame holds. One thread at a time.
class Session {
 public:
  /// `page` says what the documents say beside the answers; `options` are those of questions.
  Session(ReportPage page, ContactOptions options, const SessionLimits& limits = {});

  /// What the session is about; before, only kHello and kLoad are answered. `world` is what the
  /// scene's file says of dynamics, if it does.
  void set_scene(const PreparedScene& scene, std::shared_ptr<const WorldScene> world = {});

  /// The answer to one frame.
  std::string receive(std::string_view bytes);

 private:
  /// What was asked last, and can be gone back to.
  struct Asked {
    PreparedScene scene;
    ContactOptions options;
    std::string name;
    std::string up;  ///< "y" or "z"
    std::shared_ptr<const WorldScene> world;
  };

  std::string answer(const Frame& frame);
  std::string load(std::string_view text);
  std::string ask(std::string_view text);
  std::string undo();
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
  std::shared_ptr<server::LiveWorld> world_;
};

/// What a scene.json says of dynamics; null if no body of it is dynamic.
std::shared_ptr<const WorldScene> world_of(std::string_view scene_json);

/// What of the options belongs to a question, as the keys of kAsk; what is as by default is left
/// out.
std::string asked_json(const ContactOptions& options, const Scene& scene);

/// Asks each pair of a scene and writes the page's document. Throws InputError.
std::string answered_document(const PreparedScene& scene, const ContactOptions& options,
                              ReportPage page);

/// The clearance curve as steps: what is proved of each cell. None for less than two samples.
std::optional<PlottedCurve> plotted_curve(const PreparedScene& scene, const ContactOptions& options,
                                          std::size_t samples);

/// What became of a certificate, as JSON: accepted, refusal, pairs, witnesses, free, steps, …
/// Throws InputError for bytes that are no certificate.
std::string proof_verdict(const Scene& scene, std::string_view certificate);

}  // namespace graze
