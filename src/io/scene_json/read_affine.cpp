// SPDX-License-Identifier: MIT
// Motions that stretch and shear in scene.json, and matrices of rational motions.          [B1, B6]
#include "io/scene_json/read_affine.h"

#include "graze/math/rotation.h"
#include "io/scene_json/read_motion.h"

namespace graze::scene_json {
namespace {
/// A printed matrix is a rotation only up to its printed digits. "repair" replaces a constant one
/// by the nearest rotation, if it is no farther off than this number (Frobenius).
void repair_rotation(const JsonCursor& repair, PolynomialMatrix& matrix) {
  const double most = repair.number({0.0, 0.1});
  Mat3 printed;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) {
      if (matrix.entry[row][k].size() != 1) repair.refuse("a rotation that does not turn", "");
      printed(row, k) = matrix.entry[row][k][0];
    }
  }
  const auto rotation = nearest_rotation(printed);
  if (!rotation || !((*rotation - printed).norm() <= most)) {
    repair.refuse("a matrix that is farther from a rotation", "one within " + std::to_string(most),
                  "is a sign misprinted? The type \"affine\" takes any matrix, in graze boxes");
  }
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) matrix.entry[row][k] = {(*rotation)(row, k)};
  }
}

PolynomialMatrix read_polynomials(const JsonCursor& cursor) {
  PolynomialMatrix matrix;
  const auto rows = cursor.at("matrix").items(3);
  for (std::size_t row = 0; row < 3; ++row) {
    const auto columns = rows[row].items(4);
    for (std::size_t k = 0; k < 4; ++k) matrix.entry[row][k] = read_numbers(columns[k]);
  }
  if (const auto weight = cursor.find("weight")) matrix.weight = read_numbers(*weight);
  return matrix;
}

AffineMotion read_affine_matrix(const JsonCursor& cursor, const Interval& span) {
  AffineMotion motion;
  motion.pieces.push_back(
      {read_timing(cursor, span).domain, affine_from_matrix(read_polynomials(cursor))});
  check(motion);
  return motion;
}

AffineMotion read_affine_pieces(const JsonCursor& cursor) {
  AffineMotion motion;
  for (const JsonCursor& item : cursor.at("pieces").items()) {
    item.expect_keys({"time", "matrix", "weight"});
    motion.pieces.push_back(
        {read_time(item.at("time"), false), affine_from_matrix(read_polynomials(item))});
  }
  check(motion);
  return motion;
}
}  // namespace

std::vector<double> read_numbers(const JsonCursor& cursor) {
  std::vector<double> numbers;
  for (const JsonCursor& item : cursor.items()) numbers.push_back(item.number(json::kLength));
  if (numbers.empty()) cursor.refuse("an array of numbers");
  return numbers;
}

Motion read_rational_matrix(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "matrix", "weight", "repair", "time", "outside"});
  PolynomialMatrix matrix = read_polynomials(cursor);
  if (const auto repair = cursor.find("repair")) repair_rotation(*repair, matrix);
  const Timing timing = read_timing(cursor, span);
  return rational_motion(rational_from_matrix(matrix), timing.domain, timing.outside);
}

AffineMotion read_affine(const JsonCursor& cursor, const Interval& span) {
  return json::placed(cursor, [&] {
    if (cursor.has("pieces")) {
      cursor.expect_keys({"type", "pieces"});
      return read_affine_pieces(cursor);
    }
    cursor.expect_keys({"type", "matrix", "weight", "time"});
    return read_affine_matrix(cursor, span);
  });
}

std::optional<AffineMotion> read_as_printed(const JsonCursor& cursor, const Interval& span) {
  const bool is_matrix = cursor.at("type").value() == "rational" && cursor.has("matrix") &&
                         !cursor.has("repair") && !cursor.has("outside");
  if (!is_matrix) return std::nullopt;
  try {
    (void)rational_from_matrix(read_polynomials(cursor));
    return std::nullopt;
  } catch (const InputError&) {
    return json::placed(cursor, [&] { return read_affine_matrix(cursor, span); });
  }
}

}  // namespace graze::scene_json
