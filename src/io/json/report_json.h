// SPDX-License-Identifier: MIT
// JSON documents about a scene. They all begin in the same way; reports are written only here.
#pragma once
#include <span>

#include "graze/contact/clearance_curve.h"
#include "graze/io/write_report.h"
#include "graze/scene/robot_scene.h"
#include "io/json/contact_json.h"

namespace graze::json {

/// Begins a document with its format and the scene.
OrderedJson begin_document(std::string_view format, const ReportHeader& header);
/// The same with the span and the time that the answer took.
OrderedJson begin_document_over_span(std::string_view format, const ReportHeader& header);

OrderedJson report_json(const Scene& scene, const PairReport& pair);
OrderedJson report_json(const Scene& scene, const ReportHeader& header,
                        std::span<const PairReport> pairs);
/// The same with what concerns a robot: written in write_robot.cpp.
OrderedJson robot_report_json(const RobotScene& robot, const ReportHeader& header,
                              std::span<const PairReport> pairs);
/// Written in write_curve.cpp.
OrderedJson curve_json(const Scene& scene, const ReportHeader& header, const ClearanceCurve& curve);

/// An array with to_json(item) for each item.
template <typename List, typename ToJson>
OrderedJson array_of(const List& list, const ToJson& to_json) {
  OrderedJson array = OrderedJson::array();
  for (const auto& one : list) array.push_back(to_json(one));
  return array;
}

/// The text of a document. Bytes that are not UTF-8 are replaced.
inline std::string text_of(const OrderedJson& document) {
  return document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace graze::json
