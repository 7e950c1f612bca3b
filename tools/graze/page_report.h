// SPDX-License-Identifier: MIT
// What `report` and `view` share: a scene asked, as the page shows it.
#pragma once
#include <string>

#include "graze/io/report_page.h"
#include "graze/query/prepared_scene.h"

namespace graze::tool {

/// Throws InputError if the binary was built without the page.
void require_page(const std::string& verb);

/// Name, command and version; nothing asked yet.
ReportPage report_page(const std::string& file, const Scene& scene);

/// Asks each pair and writes the page's document.
std::string answered_document(const PreparedScene& scene, const ContactOptions& options,
                              ReportPage page);

}  // namespace graze::tool
