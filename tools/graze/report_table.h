// SPDX-License-Identifier: MIT
// Reports as a table for the terminal.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "graze/io/answer_text.h"
#include "graze/io/write_report.h"
#include "graze/query/first_contact.h"

namespace graze::tool {

/// Columns as wide as they need to be, two spaces apart; the first row is the head. Cells are made
/// printable.
std::string table(const std::vector<std::vector<std::string>>& rows);

/// One row for each pair: pair, outcome, guarantee, method, time, point, normal, features,
/// tolerance; a row more for every further contact.
std::string report_table(const Scene& scene, std::span<const PairReport> pairs);

/// One row for each pair: distance bracket, its time, closest points and features.
std::string clearance_table(const Scene& scene, std::span<const PairClearance> pairs);

/// "a (3 open edges), b (flat)": bodies that count as surfaces; empty if none does.
std::string surfaces_text(const Scene& scene);

/// Two lines: which bodies count as solids, which as surfaces, and why.
std::string solidity_text(const Scene& scene);

}  // namespace graze::tool
