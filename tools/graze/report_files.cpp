// SPDX-License-Identifier: MIT
#include "report_files.h"

#include <fmt/format.h>

#include "graze/base/error.h"
#include "graze/io/certificate_io.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/prove_scene.h"

namespace graze::tool {

std::string proof_of(const Scene& sent, const std::vector<PairReport>& reports,
                     const ContactOptions& options) {
  const ProofScene proofs(sent);
  std::string bytes;
  const ByteSink sink = [&](std::string_view part) { bytes += part; };
  CertificateWriter writer(sink, proofs.described());
  prove_reports(proofs, reports, options, [&](const ProvedReport& pair) {
    if (pair.proof) return writer.add(*pair.proof);
    writer.add(UnprovedPair{pair.report.a, pair.report.b, pair.reason});
  });
  writer.finish();
  return bytes;
}

std::vector<PageFile> sent_files(const Scene& scene, const std::vector<PairReport>& reports,
                                 const ContactOptions& options, const std::string& up) {
  try {
    std::string text = with_up(format_scene(scene), up);
    const Scene sent = parse_scene(text, "scene.json");
    std::string proof = proof_of(sent, reports, options);
    return {{"scene.json", std::move(text)}, {"proof.graze", std::move(proof)}};
  } catch (const InputError& error) {
    fmt::print(stderr, "graze report: the page was written without its scene: {}\n", error.what());
    return {};
  }
}

}  // namespace graze::tool
