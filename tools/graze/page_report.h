// SPDX-License-Identifier: MIT
// What `report` and `view` share: what the page says beside the answers.
#pragma once
#include <string>

#include "graze/io/report_page.h"
#include "graze/server/session.h"

namespace graze::tool {

/// Throws InputError if the binary was built without the page.
void require_page(const std::string& verb);

/// Name, command and version; nothing asked yet.
ReportPage report_page(const std::string& file, const Scene& scene);

}  // namespace graze::tool
