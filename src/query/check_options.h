// SPDX-License-Identifier: MIT
#pragma once
#include "graze/query/first_contact.h"

namespace graze::query {

/// Throws InputError if an option is out of range for the scene.
void check(const ContactOptions& options, const Scene& scene);

/// Throws InputError if a motion refuses a part of the span (Outside::kError).
void check_domain(const Scene& scene, BodyId body, const Motion& motion, const Interval& span);

}  // namespace graze::query
