// SPDX-License-Identifier: MIT
#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/dynamics/volume_contact.h"

namespace graze {
namespace {
void check_volume_number(const char* place, double value, double lo, double hi) {
  if (value >= lo && value <= hi) return;
  throw InputError({std::string("volume.") + place, number_text(value),
                    "a number in [" + number_text(lo) + ", " + number_text(hi) + "]", ""});
}
}  // namespace

void check(const VolumeContactOptions& options) {
  check_volume_number("pixels", options.pixels, 2, 1024);
  check_volume_number("patches", options.patches, 1, 64);
  if (options.depth) check_volume_number("depth", *options.depth, 1e-300, 1e300);
  if (options.gap) check_volume_number("gap", *options.gap, 1e-300, 1e300);
  check_volume_number("correction", options.correction, 1e-6, 1.0);
  check_volume_number("stiffness", options.stiffness, 1e-300, 1e300);
  check_volume_number("damping", options.damping, 0.0, 1e300);
  check_volume_number("viscosity", options.viscosity, 0.0, 1e300);
  check_volume_number("tolerance", options.tolerance, 1e-14, 0.1);
  check_volume_number("max_iterations", options.max_iterations, 1, 1e9);
}

}  // namespace graze
