// SPDX-License-Identifier: MIT
// The table of methods: which of them can answer for a pair, and which one does.              [G1]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/motion/motion.h>
#include <graze/scene/scene.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graze {

/// A body in the frame of a question: its shape with all that it is grown by, and how it moves. It
/// can only be made from a shape or a body, so that no method can leave out the growth.
struct MovingShape {
  MovingShape() = default;
  MovingShape(Shape shape_, Motion motion, double padding = 0.0);
  MovingShape(const Body& body, Motion motion);

  Shape shape = {};
  Motion frame_from_shape = {};
  double growth = 0.0;           ///< rounding and padding: contact is as near as this to the mesh
  bool is_said_hollow = false;   ///< the scene calls it a surface, whatever the shape is
  Deformation deformation = {};  ///< none: rigid; else `shape` is its first frame
  std::string name = {};         ///< for messages; may be empty

  bool deforms() const { return !deformation.is_none(); }
  bool is_still() const { return frame_from_shape.is_still() && !deforms(); }
};

/// All that a method needs to answer for one pair.
struct PairQuestion {
  MovingShape a = {};
  MovingShape b = {};
  Interval span{0.0, 1.0};      ///< seconds
  double tolerance = 1e-6;      ///< > 0, scene units
  double min_separation = 0.0;  ///< contact is where the distance falls to this; >= 0
  bool all_contacts = false;    ///< all simultaneous contacts within tolerance
  bool is_self = false;         ///< asks about a deforming body and itself: `b` is `a`
  Budget budget = {};

  bool deforms() const { return a.deforms() || b.deforms(); }
};

/// One method. Adding a method is adding a row.
struct MethodRow {
  Method method;
  Guarantee guarantee;     ///< of its kSeparated
  std::string_view needs;  ///< what applies() asks for, in words for messages
  bool (*applies)(const PairQuestion& question);
  ContactReport (*answer)(const PairQuestion& question);  ///< in its frame; surfaces, at least
  bool takes_deforming = false;                           ///< if false, it gets only rigid bodies
  /// True if the method calls a touch at the start a contact. `certified` then decides whether the
  /// bodies slide, lift off or press, for which motions must bound their derivatives.
  bool stops_at_touch = false;
};

/// All methods, the preferred one first.
std::span<const MethodRow> method_table();

/// What the caller requires of the method.
struct MethodWish {
  std::optional<Method> method = {};      ///< this one and no other
  Guarantee least = Guarantee::kSampled;  ///< at least this guarantee
};

/// The first row that applies and fulfils the wish. Throws InputError if none does, saying what the
/// wanted method needs.
const MethodRow& choose_method(const PairQuestion& question, const MethodWish& wish = {},
                               std::span<const MethodRow> table = method_table());

/// The chosen method's answer, with solids taken as solids (solidity.h): a body that starts inside
/// another is an overlap at the start, and one that a jump of its motion puts inside is a contact.
/// A touch at the start is judged by one rule for all methods: that of `certified`, which then
/// gives the answer. Throws like choose_method.
ContactReport answer(const PairQuestion& question, const MethodWish& wish = {},
                     std::span<const MethodRow> table = method_table());

/// Whether one of the bodies is inside the other, a solid, at the start of the span (find_inside).
Inside inside_at_start(const PairQuestion& question);

/// A motion jumps, and one of the bodies is then inside the other, a solid.
struct InsideAfterJump {
  Inside inside;    ///< never kNo
  Interval time;    ///< right before the jump, and an instant at which it is inside
  Contact nearest;  ///< of the surfaces then
};

/// The first such jump within the span and before `until`.
std::optional<InsideAfterJump> inside_after_jump(const PairQuestion& question, double until);

/// The method of that name, as `name(Method)` gives it.
std::optional<Method> method_named(std::string_view name);

}  // namespace graze
