// SPDX-License-Identifier: MIT
// What a report carries so that its reader can ask again and check.                       [G4, G8]
#pragma once
#include <string>
#include <vector>

#include "graze/contact/pair_report.h"
#include "graze/io/report_page.h"
#include "graze/query/first_contact.h"

namespace graze::tool {

/// The certificate of the answers, about the scene as it is sent. Throws InputError.
std::string proof_of(const Scene& sent, const std::vector<PairReport>& reports,
                     const ContactOptions& options);

/// The scene, and proofs about it. A motion known only through functions cannot be sent: then a
/// message says so, and there are no files.
std::vector<PageFile> sent_files(const Scene& scene, const std::vector<PairReport>& reports,
                                 const ContactOptions& options, const std::string& up);

}  // namespace graze::tool
