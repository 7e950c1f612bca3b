// SPDX-License-Identifier: MIT
// The table of methods: which of them can answer for a pair, and which one does.              [G1]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/motion/motion.h>
#include <graze/scene/shape.h>

#include <optional>
#include <span>
#include <string_view>

namespace graze {

/// A shape and how it moves in the frame of the question.
struct MovingShape {
  Shape shape = {};
  Motion frame_from_shape = {};
  double padding = 0.0;  ///< grows the shape; >= 0, scene units
};

/// All that a method needs to answer for one pair.
struct PairQuestion {
  MovingShape a = {};
  MovingShape b = {};
  Interval span{0.0, 1.0};      ///< seconds
  double tolerance = 1e-6;      ///< > 0, scene units
  double min_separation = 0.0;  ///< contact is where the distance falls to this; >= 0
  bool all_contacts = false;    ///< all simultaneous contacts within tolerance
  Budget budget = {};
};

/// One method. Adding a method is adding a row.
struct MethodRow {
  Method method;
  Guarantee guarantee;     ///< of its kSeparated
  std::string_view needs;  ///< what applies() asks for, in words for messages
  bool (*applies)(const PairQuestion& question);
  ContactReport (*answer)(const PairQuestion& question);  ///< in the question's frame
};

/// All methods, the preferred one first.
std::span<const MethodRow> method_table();

/// What the caller wants of the method.
struct MethodWish {
  std::optional<Method> method = {};      ///< this one and no other
  Guarantee least = Guarantee::kSampled;  ///< at least this worth
};

/// The first row that applies and fulfils the wish. Throws InputError if none does, saying what the
/// wanted method needs.
const MethodRow& choose_method(const PairQuestion& question, const MethodWish& wish = {},
                               std::span<const MethodRow> table = method_table());

/// The method of that name, as `name(Method)` gives it.
std::optional<Method> method_named(std::string_view name);

}  // namespace graze
