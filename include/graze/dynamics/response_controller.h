// SPDX-License-Identifier: MIT
// Reacts to contacts by changing objects; does not know how contacts are found.            [K1, K8]
#pragma once
#include <graze/dynamics/detection_controller.h>

#include <span>

namespace graze {

/// Derive your own response from this class. Several may act on the same bodies in one step: their
/// changes add up.
class ResponseController {
 public:
  virtual ~ResponseController() = default;
  /// Called before bodies choose their ways: for forces, drives and fields. The span is an inner
  /// step.
  virtual void begin(Objects& objects);
  /// Called when bodies have reached the first contacts. The span is the rest of the inner step.
  virtual void respond(Objects& objects, std::span<const Detection> contacts);
};

/// Lets bodies bounce and rest by impulses at the contact points, with restitution and Coulomb
/// friction. Conserves momentum and adds no energy, except where given bodies push.
class ImpulseResponse : public ResponseController {
 public:
  void respond(Objects& objects, std::span<const Detection> contacts) override;
};

struct PenaltyOptions {
  double stiffness = 1e7;  ///< pressure per volume: force / (volume * area); > 0
  double damping = 0.0;    ///< stiffness * seconds; >= 0
};

/// Pushes overlapping bodies apart along the gradient of the overlap's volume. Needs a detector
/// with the method kVolume.
class PenaltyResponse : public ResponseController {
 public:
  explicit PenaltyResponse(PenaltyOptions options = {}) : options_(options) {}
  void begin(Objects& objects) override;

 private:
  PenaltyOptions options_;
};

}  // namespace graze
