// SPDX-License-Identifier: MIT
// Matrices of polynomials: rational motions if they are rotations, otherwise affine ones.
#pragma once
#include <optional>
#include <vector>

#include "graze/motion/affine_motion.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// Reads at least one number.
std::vector<double> read_numbers(const JsonCursor& cursor);

/// The type "rational", given by a matrix.
Motion read_rational_matrix(const JsonCursor& cursor, const Interval& span);

/// The type "affine": one matrix, or pieces.
AffineMotion read_affine(const JsonCursor& cursor, const Interval& span);

/// A rational matrix that is not a rotation, as an affine motion; none if it is one.
std::optional<AffineMotion> read_as_printed(const JsonCursor& cursor, const Interval& span);

}  // namespace graze::scene_json
