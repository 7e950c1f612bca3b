// SPDX-License-Identifier: MIT
// New contacts of an animation, written and read as JSON (docs/report.md).                     [G3]
#pragma once
#include <graze/contact/new_contacts.h>
#include <graze/scene/scene.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// What was asked.
struct CrossingsHeader {
  std::string file;
  std::string units = "m";
  std::string against;  ///< the reference pose in words, such as "the rest pose"
  double fps = 24.0;    ///< frames per second, for frame numbers
  Interval span{0.0, 1.0};
  double deviation = 0.0;  ///< of straight steps from the animation, scene units
};

/// The number of triangle pairs that already touch in the reference pose.
std::size_t left_out(const std::vector<NewContacts>& contacts);
/// The time up to which all pairs are complete; span.hi: over the whole span.
double sure_until(const std::vector<NewContacts>& contacts, const Interval& span);

/// The document of `graze crossings`; `groups` are the groups of `contacts`.
std::string crossings_document(const Scene& scene, const CrossingsHeader& header,
                               const std::vector<NewContacts>& contacts,
                               const std::vector<CrossingGroup>& groups);

/// What crossings_document wrote.
struct CrossingsDocument {
  struct Touch {
    Interval time{0.0, 0.0};
    std::array<std::string, 2> features;  ///< "vertex 3", "edge 3-4", "face 7"
    Vec3 point = Vec3::Zero();
  };
  struct Group {
    std::array<std::string, 2> parts, bodies;
    std::vector<Touch> touches;
  };
  CrossingsHeader header;
  double sure_until = 0.0;
  std::size_t left_out = 0;
  std::vector<Group> groups;
};
/// Throws InputError with line and column, or with the JSON path.
CrossingsDocument parse_crossings(std::string_view text, const std::string& place = "crossings");

}  // namespace graze
