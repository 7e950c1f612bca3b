// SPDX-License-Identifier: MIT
#include "query/check_options.h"

#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze::query {
namespace {
std::string text_of(const Interval& span) {
  return "[" + number_text(span.lo) + ", " + number_text(span.hi) + "]";
}

void check_span(const Interval& span) {
  if (std::isfinite(span.lo) && std::isfinite(span.hi) && span.lo <= span.hi) return;
  throw InputError({"span", text_of(span), "two finite times in ascending order", ""});
}

void check_pair(const std::pair<BodyId, BodyId>& pair, const Scene& scene) {
  for (const BodyId body : {pair.first, pair.second}) {
    if (body.index() < scene.bodies.size()) continue;
    throw InputError({"pairs", "body " + std::to_string(body.index()),
                      "a body of the scene, which has " + std::to_string(scene.bodies.size()), ""});
  }
  if (pair.first != pair.second || scene.bodies[pair.first.index()].deforms()) return;
  throw InputError({"pairs", describe(scene, pair.first) + " with itself",
                    "two bodies, or one that deforms", ""});
}
}  // namespace

void check(const ContactOptions& options, const Scene& scene) {
  if (options.span) check_span(*options.span);
  if (options.tolerance && !(std::isfinite(*options.tolerance) && *options.tolerance > 0.0)) {
    throw InputError({"tolerance", number_text(*options.tolerance), "a finite length > 0", ""});
  }
  if (!(options.budget.max_seconds > 0.0)) {
    throw InputError({"budget", number_text(options.budget.max_seconds) + " s", "a time > 0", ""});
  }
  if (!(std::isfinite(options.min_separation) && options.min_separation >= 0.0)) {
    throw InputError(
        {"min_separation", number_text(options.min_separation), "a finite length >= 0", ""});
  }
  if (options.threads < 0) {
    throw InputError({"threads", std::to_string(options.threads), "0 (all cores) or more", ""});
  }
  for (const auto& pair : options.pairs) check_pair(pair, scene);
}

void check_domain(const Scene& scene, BodyId body, const Motion& motion, const Interval& span) {
  if (motion.outside() != Outside::kError || motion.domain().contains(span)) return;
  throw InputError({describe(scene, body) + ".motion", "a domain of " + text_of(motion.domain()),
                    "one that contains the span " + text_of(span),
                    "shorten the span, or let the motion hold or loop outside its domain"});
}

}  // namespace graze::query
