// SPDX-License-Identifier: MIT
#include "graze/contact/certificate.h"

namespace graze {

std::string_view name(NoProof reason) {
  switch (reason) {
    case NoProof::kOverlapAtStart:
      return "the bodies overlap at the start";
    case NoProof::kTouchAtStart:
      return "the bodies touch at the start";
    case NoProof::kNoBounds:
      return "a motion has no derivative bounds";
    case NoProof::kDeforms:
      return "a body that deforms was asked about itself";
    case NoProof::kNotFound:
      return "no proof was found";
  }
  return "no proof was found";
}

}  // namespace graze
