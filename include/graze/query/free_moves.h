// SPDX-License-Identifier: MIT
// Which ways out does a part have where it stands?                                            [G3]
#pragma once
#include <graze/query/first_contact.h>

#include <vector>

namespace graze {

/// A straight way or a turn of a body, in the world.
struct FreeMove {
  Vec3 direction = Vec3::UnitX();      ///< unit: the way, or the axis of a turn
  bool is_turn = false;                ///< about the middle of the body's box
  double asked = 0.0;                  ///< length, or rad
  double free = 0.0;                   ///< proved free up to this; `asked`: all of it
  std::optional<BodyId> blocker = {};  ///< what it meets then
  bool is_decided = true;              ///< false: the budget ended the search after `free`

  bool is_free() const { return is_decided && free >= asked; }
};

struct FreeMoveOptions {
  double time = 0.0;    ///< the scene as it stands then, seconds
  double length = 0.0;  ///< of straight ways, scene units; 0: the diagonal of the body's box
  double angle = 0.2;   ///< of turns, rad; > 0
  ContactOptions contact = {};  ///< of each question; span and pairs do not count
};

/// 26 straight ways (along the axes, and between two or three of them) and turns both ways about
/// the three axes, each with how far the body and what it carries go before they touch another one.
/// All others stand still. Throws InputError like first_contact, and for bodies that deform.
std::vector<FreeMove> free_moves(const Scene& scene, BodyId body, const FreeMoveOptions& options);

/// The body and all that it carries, against all others that it must not touch.
std::vector<std::pair<BodyId, BodyId>> pairs_of_part(const Scene& scene, BodyId body);

}  // namespace graze
