// SPDX-License-Identifier: MIT
// Reports as a table for the terminal.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/write_report.h"
#include "graze/query/first_contact.h"

namespace graze::tool {

/// A name from a file, fit for a terminal: control characters as \xNN.
std::string printable(std::string_view text);

/// Columns as wide as they need to be, two spaces apart; the first row is the head. Cells are made
/// printable.
std::string table(const std::vector<std::vector<std::string>>& rows);

/// "1 pair", "2 pairs of faces", "3 bodies", "4 vertices".
std::string counted(std::size_t number, std::string_view word);

/// Six digits; what is proved up to the number is proved up to the printed one.
std::string text_below(double number);
/// Six digits; the printed bracket contains the true one.
std::string bracket_text(const Interval& bracket);

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
