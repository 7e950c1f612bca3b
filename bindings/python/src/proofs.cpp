// SPDX-License-Identifier: MIT
// graze.prove and graze.verify: proofs that anyone can check.                                  [G2]
#include "bindings.h"
#include "graze/base/error.h"
#include "graze/certify/check_certificate.h"
#include "graze/io/certificate_io.h"
#include "graze/query/prove_scene.h"
#include "reports.h"

namespace graze::python {
namespace {

/// A certificate's bytes and which pairs it does not prove.
struct Proved {
  std::string bytes;
  std::vector<std::pair<std::string, std::string>> unproved;
};

Proved prove_all(const Scene& scene, std::span<const PairReport> reports,
                 const ContactOptions& options) {
  const ProofScene proofs(scene);
  Certificate certificate{proofs.described(), {}, {}};
  Proved result;
  prove_reports(proofs, reports, options, [&](const ProvedReport& pair) {
    if (pair.proof) return certificate.pairs.push_back(*pair.proof);
    certificate.unproved.push_back({pair.report.a, pair.report.b, pair.reason});
    result.unproved.emplace_back(scene.bodies[pair.report.a.index()].name,
                                 scene.bodies[pair.report.b.index()].name);
  });
  result.bytes = certificate_bytes(certificate);
  return result;
}

py::tuple prove(const py::object& scene, const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  const Proved result = without_lock(options.budget, [&] {
    return prove_all(ready.scene(), contacts_per_pair(ready, options), options);
  });
  return py::make_tuple(py::bytes(result.bytes), result.unproved);
}

/// What a check of a certificate says.
struct Checked {
  bool accepted = false;
  std::string reason;
  std::size_t pairs = 0;
  Interval free{0.0, 0.0};
};

Checked verify_all(const Scene& scene, const std::string& bytes) {
  const ProofScene proofs(scene);
  CertificateReader reader(bytes);
  CertificateCheck check(proofs);
  Verdict verdict = check.check_scene(reader.scene());
  Checked result;
  while (verdict.accepted) {
    const auto proof = reader.next();
    if (!proof) break;
    verdict = check.check(*proof);
    ++result.pairs;
  }
  result.accepted = verdict.accepted && check.uncovered().empty();
  if (!verdict.accepted) result.reason = verdict.place + ": " + verdict.reason;
  if (verdict.accepted && !result.accepted) {
    result.reason = std::to_string(check.uncovered().size()) + " pairs of the scene have no proof";
  }
  if (verdict.accepted && result.pairs > 0) result.free = check.free_span();
  return result;
}

Checked verify(const py::object& scene, const py::bytes& certificate) {
  const PreparedScene ready = prepared(scene);
  const std::string bytes = certificate;
  Budget none;
  return without_lock(none, [&] { return verify_all(ready.scene(), bytes); });
}

}  // namespace

std::string certificate_of(const NamedReport& report) {
  if (!report.asked) {
    throw InputError({.place = "certificate",
                      .found = "a report without its scene",
                      .expected = "a report that was not pickled",
                      .advice = "ask graze.prove(scene)"});
  }
  const Scene& scene = report.asked->scene.scene();
  ContactOptions options = report.asked->options;
  const Proved proved = without_lock(options.budget, [&] {
    const std::vector<PairReport> reports = report.asked->of_all_pairs
                                                ? reports_until(scene, report.answer, options)
                                                : std::vector<PairReport>{report.answer};
    return prove_all(scene, reports, options);
  });
  if (proved.unproved.empty()) return proved.bytes;
  throw InputError({.place = "certificate",
                    .found = std::to_string(proved.unproved.size()) + " pairs without a proof, " +
                             proved.unproved[0].first + " / " + proved.unproved[0].second +
                             " first",
                    .expected = "answers that can be proved",
                    .advice = "graze.prove(scene) gives a certificate of the others"});
}

void bind_proofs(py::module_& m) {
  py::class_<Checked>(m, "Verdict", "Whether a certificate proves what it claims of a scene.")
      .def_readonly("accepted", &Checked::accepted)
      .def_readonly("reason", &Checked::reason, "Why it was refused.")
      .def_readonly("pairs", &Checked::pairs)
      .def_property_readonly(
          "free_span", [](const Checked& c) { return to_tuple(c.free); },
          "No pair touches during this span.")
      .def("__bool__", [](const Checked& c) { return c.accepted; })
      .def("__repr__", [](const Checked& c) {
        return c.accepted ? "<graze.Verdict: accepted, " + std::to_string(c.pairs) + " pairs>"
                          : "<graze.Verdict: refused, " + c.reason + ">";
      });
  m.def("prove", &prove, py::arg("scene"),
        "(certificate, unproved): bytes that graze.verify and graze-verify accept, and the pairs "
        "without a proof.");
  m.def("verify", &verify, py::arg("scene"), py::arg("certificate"),
        "Checks a certificate against a scene. No search is involved.");
}

}  // namespace graze::python
