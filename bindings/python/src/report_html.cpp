// SPDX-License-Identifier: MIT
// A report to look at: the page of `graze report`, or a table where there is no page.          [G5]
#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/report_page.h"
#include "reports.h"

namespace graze::python {
namespace {

std::string escaped(const std::string& text) {
  return py::module_::import("html").attr("escape")(text).cast<std::string>();
}

std::string table_row(const std::string& left, const std::string& right) {
  return "<tr><th style='text-align:left'>" + left + "</th><td style='text-align:left'>" + right +
         "</td></tr>";
}

std::string three(const Vec3& v) {
  return short_number(v.x()) + " " + short_number(v.y()) + " " + short_number(v.z());
}

std::string table_of(const NamedReport& report) {
  const ContactReport& r = report.answer.report;
  std::string html =
      "<table>" + table_row("pair", escaped(report.a) + " / " + escaped(report.b)) +
      table_row("outcome", std::string(name(r.outcome)) + ", " + std::string(name(r.guarantee)) +
                               " by " + std::string(name(r.method))) +
      table_row("time [s]", "[" + short_number(r.time.lo) + ", " + short_number(r.time.hi) + "]");
  if (!r.contacts.empty()) {
    html += table_row("point [" + escaped(report.units) + "]", three(r.contacts[0].point)) +
            table_row("normal", three(r.contacts[0].normal));
  }
  return html + "</table>";
}

/// Beside the module, where the page was built.
std::filesystem::path page_file() {
  const auto package = py::module_::import("graze").attr("__file__").cast<std::string>();
  return std::filesystem::path(package).parent_path() / "page.html";
}

bool has_page(const NamedReport& report) {
  return report.asked && std::filesystem::exists(page_file());
}

}  // namespace

std::string html_of(const NamedReport& report) {
  if (!report.asked) {
    throw InputError({.place = "to_html",
                      .found = "a report without its scene",
                      .expected = "a report that was not pickled",
                      .advice = "ask again where the scene is"});
  }
  if (!has_page(report)) {
    throw InputError({.place = "to_html",
                      .found = "a module without the page (npm or a network was missing)",
                      .expected = "a module with it",
                      .advice = "install npm and the module again"});
  }
  Scene scene = report.asked->scene.scene();
  scene.span = report.asked->options.span.value_or(scene.span);
  ReportPage page;
  page.name = scene.name.empty() ? report.a + " / " + report.b : scene.name;
  page.command =
      report.asked->of_all_pairs ? "graze.first_contact(scene)" : "graze.contacts(scene)";
  page.version = GRAZE_VERSION;
  return report_html(read_file(page_file()), view_document(scene, {&report.answer, 1}, page));
}

std::string display_of(const NamedReport& report) {
  if (!has_page(report)) return table_of(report);
  return table_of(report) +
         "<iframe sandbox=\"allow-scripts\" style=\"width:100%;height:30em;border:0\" srcdoc=\"" +
         escaped(html_of(report)) + "\"></iframe>";
}

}  // namespace graze::python
