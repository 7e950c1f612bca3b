// SPDX-License-Identifier: MIT
// Which ways out does a part have where it stands?                                            [G3]
#pragma once
#include <graze/contact/way_out.h>
#include <graze/query/first_contact.h>

#include <vector>

namespace graze {

struct FreeMoveOptions {
  double time = 0.0;    ///< the scene as it stands then, seconds
  double length = 0.0;  ///< of straight ways, scene units; 0: the diagonal of the body's grown box
  double angle = 0.2;   ///< of turns, rad; > 0
  ContactOptions contact = {};  ///< of each question; span and pairs are ignored
};

/// 26 straight ways (along the axes, and between two or three of them) and turns in both directions
/// about the three axes. Each says how far the body and what it carries go before they touch
/// something else; everything else stands still. Throws InputError like first_contact, and for
/// bodies that deform.
std::vector<FreeMove> free_moves(const Scene& scene, BodyId body, const FreeMoveOptions& options);

/// Follows the body's own motion over the scene's span: how far does it go, and which moves are
/// free where it stops? It stands back from the hit a little (the minimum separation, else four
/// tolerances), so that all moves start apart. `time` of the options is ignored. Without a pair to
/// check there is no hit.
WayOut way_out(const Scene& scene, BodyId body, const FreeMoveOptions& options);

/// The body and all that it carries, against all others that it must not touch.
std::vector<std::pair<BodyId, BodyId>> pairs_of_part(const Scene& scene, BodyId body);

}  // namespace graze
