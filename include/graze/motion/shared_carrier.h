// SPDX-License-Identifier: MIT
// Two bodies that are carried by the same motion, seen from what carries them.                [C8]
#pragma once
#include <graze/motion/motion.h>

namespace graze {

/// a(t) = carrier(t) a'(t) and b(t) = carrier(t) b'(t) for every t, as formulas in real numbers:
/// the distances of the bodies are those under a' and b'.
struct CarriedPair {
  Motion carrier;  ///< the identity where nothing that moves carries both
  Motion a;        ///< a'
  Motion b;        ///< b'
};

/// Takes out what two motions share to the last bit: the whole motion, the first parts of two
/// compositions, or screws about the same axes that start at different poses. If the screws are
/// nearly the same (paths through the poses of two bodies that go together), a's are undone in
/// both: a' stands still from knot to knot, and b' moves by the small difference. Cheap where they
/// share nothing.
CarriedPair without_carrier(const Motion& a, const Motion& b);

}  // namespace graze
