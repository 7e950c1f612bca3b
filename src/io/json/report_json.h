// SPDX-License-Identifier: MIT
// Documents about a scene as JSON: each begins in the same way, and reports are written here alone.
#pragma once
#include <span>

#include "graze/io/write_report.h"
#include "io/json/contact_json.h"

namespace graze::json {

/// The format, and what was asked about.
OrderedJson begin_document(std::string_view format, const ReportHeader& header);
/// The same with the span and the time that it took.
OrderedJson begin_document_over_span(std::string_view format, const ReportHeader& header);

OrderedJson report_json(const Scene& scene, const PairReport& pair);
OrderedJson report_json(const Scene& scene, const ReportHeader& header,
                        std::span<const PairReport> pairs);

/// An array of what `to_json` makes of each.
template <typename List, typename ToJson>
OrderedJson array_of(const List& list, const ToJson& to_json) {
  OrderedJson array = OrderedJson::array();
  for (const auto& one : list) array.push_back(to_json(one));
  return array;
}

/// Bytes of names that are not UTF-8 are replaced.
inline std::string text_of(const OrderedJson& document) {
  return document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace graze::json
