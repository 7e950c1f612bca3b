// SPDX-License-Identifier: MIT
#pragma once
#include "graze/elastic/elastic_model.h"

namespace graze::elastic {

/// Throws InputError at the first invalid muscle.
void check_muscles(const ElasticModel& model);

}  // namespace graze::elastic
