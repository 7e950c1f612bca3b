// SPDX-License-Identifier: MIT
// Asks detectors and changes objects; knows nothing of how contacts are found.             [K1, K8]
#pragma once
#include <graze/dynamics/detection_controller.h>

#include <span>

namespace graze {

/// A user's own derives from it. Several act on the same bodies in one step: their changes add up.
class ResponseController {
 public:
  virtual ~ResponseController() = default;
  /// Before bodies choose their ways: forces, drives, fields. Span: an inner step.
  virtual void begin(Objects& objects);
  /// Bodies are where detectors found the first contacts; the span is what is left.
  virtual void respond(Objects& objects, std::span<const Detection> contacts);
};

/// Blows and support by impulses at the points of the events: restitution, Coulomb friction.
/// Momentum is kept; no energy is made.
class ImpulseResponse : public ResponseController {
 public:
  void respond(Objects& objects, std::span<const Detection> contacts) override;
};

struct PenaltyOptions {
  double stiffness = 1e7;  ///< pressure by volume: force / (volume * area); > 0
  double damping = 0.0;    ///< the same times seconds; >= 0
};

/// Pressure on bodies that overlap, by the gradient of the overlap's volume: of what a detector
/// with the method kVolume finds.
class PenaltyResponse : public ResponseController {
 public:
  explicit PenaltyResponse(PenaltyOptions options = {}) : options_(options) {}
  void begin(Objects& objects) override;

 private:
  PenaltyOptions options_;
};

}  // namespace graze
