// SPDX-License-Identifier: MIT
// Reads files into OpenCASCADE's own documents.
#pragma once
#include <TDocStd_Document.hxx>
#include <filesystem>
#include <string>

namespace graze::cad {

struct CadDocument {
  Handle(TDocStd_Document) document;
  std::string schema;
};

/// By the ending of the path, or by `kind`. Lengths are millimetres whatever the file says. Throws
/// InputError.
CadDocument read_document(const std::filesystem::path& path, const std::string& kind = {});

}  // namespace graze::cad
