// SPDX-License-Identifier: MIT
#include "certificate_output.h"

#include <fmt/format.h>

#include "graze/io/certificate_io.h"
#include "graze/io/file.h"
#include "report_table.h"

namespace graze::tool {

std::string write_certificate(const std::string& path, const ProofScene& scene,
                              const std::vector<AnsweredPairs>& answers) {
  refuse_input_as_output(path);
  const auto name_of = [&](BodyId body) { return scene.scene().bodies[body.index()].name; };
  std::size_t proved = 0, all = 0;
  std::uint64_t bytes = 0;
  write_file(path, [&](const ByteSink& sink) {
    CertificateWriter writer(sink, scene.described());
    const auto take = [&](const ProvedReport& pair) {
      proved += pair.proof ? 1 : 0;
      if (pair.proof) return writer.add(*pair.proof);
      writer.add(UnprovedPair{pair.report.a, pair.report.b, pair.reason});
      fmt::print(stderr, "no proof for ({}, {}): {}\n", name_of(pair.report.a),
                 name_of(pair.report.b), name(pair.reason));
    };
    for (const AnsweredPairs& part : answers) {
      all += part.reports.size();
      prove_reports(scene, part.reports, part.options, take);
    }
    writer.finish();
    bytes = writer.bytes();
  });
  return fmt::format("certificate: {}, {} of {} proved, {}\n", path, proved, counted(all, "pair"),
                     counted(bytes, "byte"));
}

}  // namespace graze::tool
