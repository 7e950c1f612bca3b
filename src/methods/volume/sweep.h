// SPDX-License-Identifier: MIT
// Which parts of the columns lie in two bodies?
#pragma once
#include "methods/volume/images.h"

namespace graze::volume {

/// Fills the view's contacts, the pairs they belong to, and its odd columns.
void find_contacts(ViewImages& images, bool self_overlap);

/// The same for any number of bodies of any kind; find_contacts uses it where it has to.
void sweep_windings(ViewImages& images, bool self_overlap);

}  // namespace graze::volume
