// SPDX-License-Identifier: MIT
// The programs of the C++ guide, docs/cpp: one function a page. Each prints what its page shows.
#pragma once

namespace guide {

void shape();
void motion();
void scene();
void question();
void report();
void frames();
void threads();
void errors();
void methods();

}  // namespace guide
