// SPDX-License-Identifier: MIT
// The method `volume` as a row of the table: do two solids overlap at an instant?
#pragma once
#include "graze/query/choose_method.h"

namespace graze::query {

/// An instant, closed meshes, nothing grown.
bool volume_applies(const PairQuestion& question);

/// kOverlapAtStart with the overlap's centre and the way out as its contact, else kSeparated as far
/// as 64 x 64 columns a view can tell.
ContactReport by_volume(const PairQuestion& question);

}  // namespace graze::query
