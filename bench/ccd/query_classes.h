// SPDX-License-Identifier: MIT
// The classes of queries: seeded, so that every run and machine asks the same.               [C13]
#pragma once
#include "ccd/query.h"

namespace graze::bench {

/// The 69k-triangle bunny of the public data where it is there, else the built-in blob of that
/// size; of unit diagonal.
TriangleMesh bunny_or_blob(std::string& name);
TriangleMesh unit_blob(double triangles);

/// Starts 0.05 to 0.5 apart, travels through the other body, turns by 0.2 to 1.5 rad.
QueryClass big_motions(const std::string& of, const TriangleMesh& mesh, int count);
/// The same with a turn of `angle`; any number of turns.
QueryClass big_motions_turning(const Body& body, double angle, int count);
/// Convex shapes, origin on a straight line: what a convex cast understands.
QueryClass convex_motions(const std::string& shape, int count);

/// Big motions shifted sideways until the smallest distance is 1e-3.
QueryClass near_misses(const QueryClass& big);
/// 2 to 3 % of each motion around its first contact: ending after it, or 0.1 % before it.
QueryClass steps(const QueryClass& big, bool with_contact);

/// b turns by `angle` about its own axis beside a, 0.02 clear of it over a whole turn.
QueryClass turns(const Body& body, double angle, int count);

/// A full turn of a shaft in its hole, of a nut on its bolt; clearance in parts of the radius.
QueryClass shaft_in_hole(double clearance);
QueryClass nut_on_bolt(double clearance);

/// The door of a car that closes with its hinge a little off, until it meets the body.
QueryClass door_closing(int count);

}  // namespace graze::bench
