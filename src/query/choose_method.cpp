// SPDX-License-Identifier: MIT
#include "graze/query/choose_method.h"

#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze {

MovingShape::MovingShape(Shape shape_, Motion motion, double padding)
    : shape(std::move(shape_)),
      frame_from_shape(std::move(motion)),
      growth(Body{.shape = shape, .padding = padding}.growth()) {}

MovingShape::MovingShape(const Body& body, Motion motion)
    : shape(body.shape),
      frame_from_shape(std::move(motion)),
      growth(body.growth()),
      is_said_hollow(body.is_said_hollow()),
      deformation(body.deformation),
      name(body.name) {}

namespace {
bool fulfils(const MethodRow& row, const MethodWish& wish) {
  // Guarantees are listed from the strongest to the weakest.
  return row.guarantee <= wish.least && (!wish.method || *wish.method == row.method);
}

bool applies(const MethodRow& row, const PairQuestion& question) {
  return (row.takes_deforming || !question.deforms()) && row.applies(question);
}

std::string needs_of(const MethodRow& row, const PairQuestion& question) {
  if (!row.takes_deforming && question.deforms()) return "bodies that keep their shape";
  return std::string(row.needs);
}

std::string describe(const PairQuestion& question) {
  const auto side = [](const MovingShape& moving) -> std::string {
    if (moving.deforms()) return "a mesh that deforms";
    const std::string kind = "a " + std::string(name(moving.shape.form()));
    const std::string size = moving.growth > 0.0 ? " grown by " + number_text(moving.growth) : "";
    const std::string hollow = moving.is_said_hollow ? " with \"solid\": false" : "";
    return kind + size + hollow + " in a '" + std::string(moving.frame_from_shape.kind()) +
           "' motion";
  };
  return side(question.a) + " against " + (question.is_self ? "itself" : side(question.b));
}

[[noreturn]] void refuse(const PairQuestion& question, const MethodWish& wish,
                         std::span<const MethodRow> table) {
  if (!wish.method) {
    throw InputError({"method", describe(question),
                      "a pair that some method answers with a guarantee of at least '" +
                          std::string(name(wish.least)) + "'",
                      "ask for a weaker guarantee"});
  }
  for (const MethodRow& row : table) {
    if (row.method != *wish.method) continue;
    if (row.guarantee > wish.least) {
      throw InputError(
          {"method",
           "'" + std::string(name(row.method)) + "', which is " + std::string(name(row.guarantee)),
           "a guarantee of at least '" + std::string(name(wish.least)) + "'", ""});
    }
    throw InputError({"method '" + std::string(name(row.method)) + "'", describe(question),
                      needs_of(row, question), "choose another method"});
  }
  std::string names;
  for (const MethodRow& row : table)
    names += (names.empty() ? "" : ", ") + std::string(name(row.method));
  throw InputError({"method", "'" + std::string(name(*wish.method)) + "'",
                    "a method that answers for pairs of bodies: " + names, ""});
}
}  // namespace

const MethodRow& choose_method(const PairQuestion& question, const MethodWish& wish,
                               std::span<const MethodRow> table) {
  for (const MethodRow& row : table) {
    if (fulfils(row, wish) && applies(row, question)) return row;
  }
  refuse(question, wish, table);
}

std::optional<Method> method_named(std::string_view wanted) {
  for (const Method method :
       {Method::kCertified, Method::kBisection, Method::kLinear, Method::kAnalytic,
        Method::kBacktracking, Method::kOctree, Method::kVolume}) {
    if (name(method) == wanted) return method;
  }
  return std::nullopt;
}

}  // namespace graze
