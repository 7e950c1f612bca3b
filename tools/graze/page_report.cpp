// SPDX-License-Identifier: MIT
#include "page_report.h"

#include "built_in_page.h"
#include "graze/base/error.h"

namespace graze::tool {

void require_page(const std::string& verb) {
  if (!built_in_page().empty()) return;
  throw InputError({verb, "a binary without the page (npm was missing when it was built)",
                    "a binary with it", "install npm and run make build again"});
}

ReportPage report_page(const std::string& file, const Scene& scene) {
  ReportPage page;
  page.name = scene.name.empty() ? file : scene.name;
  page.command = "graze check " + file;
  page.version = GRAZE_VERSION;
  return page;
}

}  // namespace graze::tool
