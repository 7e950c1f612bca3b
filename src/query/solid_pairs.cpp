// SPDX-License-Identifier: MIT
#include "graze/query/solid_pairs.h"

#include <optional>
#include <type_traits>

#include "graze/base/error.h"
#include "graze/motion/polynomial_pose.h"

namespace graze {
namespace {
using AffineMotions = std::map<BodyId, AffineMotion>;

bool is_plain(const Body& body) {
  return body.shape.rounding() == 0.0 && body.padding == 0.0 && !body.shape.mesh().is_empty() &&
         !body.shape.is_unbounded() && !body.deforms() && !body.is_said_hollow();
}

/// The body itself if it is convex, the k-DOP around it if one is asked for.
std::optional<ConvexPolytope> polytope_of(const Body& body, int dop) {
  if (!body.shape.box() && dop > 0) return k_dop(body.shape.mesh(), dop);
  try {
    return ConvexPolytope(body.shape.mesh());
  } catch (const InputError&) {
    return std::nullopt;  // open or not convex
  }
}

std::optional<SolidPair> rigid_pair(const Scene& scene, BodyId a, BodyId b, int dop) {
  const auto [motion_a, motion_b] = pair_motions(scene, a, b);
  const Body &body_a = scene.bodies[a.index()], &body_b = scene.bodies[b.index()];
  if (!is_rational(motion_a) || !is_rational(motion_b)) return std::nullopt;
  if (body_a.shape.box() && body_b.shape.box()) {
    return SolidPair{a, b,
                     RigidBoxes{{*body_a.shape.box(), motion_a}, {*body_b.shape.box(), motion_b}}};
  }
  const auto polytope_a = polytope_of(body_a, dop), polytope_b = polytope_of(body_b, dop);
  if (!polytope_a || !polytope_b) return std::nullopt;
  return SolidPair{a, b, Polytopes{{*polytope_a, motion_a}, {*polytope_b, motion_b}}};
}

/// Boxes, one or both in affine motion. A rigid one comes first.
std::optional<SolidPair> affine_pair(const Scene& scene, const AffineMotions& affine, BodyId a,
                                     BodyId b) {
  if (!affine.contains(b)) std::swap(a, b);
  const auto &box_a = scene.bodies[a.index()].shape.box(),
             &box_b = scene.bodies[b.index()].shape.box();
  if (!box_a || !box_b) return std::nullopt;
  const MovingAffineBox second{*box_b, affine.at(b)};
  if (affine.contains(a)) return SolidPair{a, b, AffineBoxes{{*box_a, affine.at(a)}, second}};
  const Motion motion = world_motion(scene, a);
  if (!is_rational(motion)) return std::nullopt;
  return SolidPair{a, b, OneAffineBox{{*box_a, motion}, second}};
}
}  // namespace

SolidPairs solid_pairs(const Scene& scene, const AffineMotions& affine,
                       std::span<const std::pair<BodyId, BodyId>> pairs, int dop) {
  SolidPairs found;
  for (const auto& [a, b] : pairs) {
    std::optional<SolidPair> pair;
    if (is_plain(scene.bodies[a.index()]) && is_plain(scene.bodies[b.index()])) {
      const bool is_affine = affine.contains(a) || affine.contains(b);
      pair = is_affine ? affine_pair(scene, affine, a, b) : rigid_pair(scene, a, b, dop);
    }
    if (pair) found.solids.push_back(*std::move(pair));
    if (!pair) found.left_out.emplace_back(a, b);
  }
  return found;
}

std::variant<BoxContacts, ConvexContacts> solid_contacts(const SolidPair& pair,
                                                         const Interval& span) {
  using Contacts = std::variant<BoxContacts, ConvexContacts>;
  return std::visit(
      [&](const auto& solids) -> Contacts {
        if constexpr (std::is_same_v<decltype(solids), const Polytopes&>) {
          return convex_contacts(solids.first, solids.second, {span, false});
        } else {
          return box_contacts(solids.first, solids.second, {span, false});
        }
      },
      pair.solids);
}

}  // namespace graze
