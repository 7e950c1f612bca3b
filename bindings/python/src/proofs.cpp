// SPDX-License-Identifier: MIT
// graze.prove and graze.verify: proofs that anyone can check.                                  [G2]
#include "bindings.h"
#include "graze/io/certificate_io.h"
#include "graze/query/prove_scene.h"
#include "reports.h"

namespace graze::python {
namespace {

/// A certificate's bytes and which pairs it does not prove.
struct ProvedScene {
  std::string bytes;
  std::vector<std::pair<std::string, std::string>> unproved;
};

ProvedScene prove_all(const PreparedScene& ready, const ContactOptions& options) {
  const Scene& scene = ready.scene();
  const std::vector<PairReport> reports = contacts_per_pair(ready, options);
  const ProofScene proofs(scene);
  Certificate certificate{.bodies = proofs.bodies(), .pairs = {}};
  ProvedScene result;
  prove_reports(proofs, reports, options, [&](const ProvedReport& pair) {
    if (pair.proof) return certificate.pairs.push_back(*pair.proof);
    result.unproved.emplace_back(scene.bodies[pair.report.a.index()].name,
                                 scene.bodies[pair.report.b.index()].name);
  });
  result.bytes = certificate_bytes(certificate);
  return result;
}

py::tuple prove(const py::object& scene, const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  const ProvedScene result =
      without_lock(options.budget, [&] { return prove_all(ready, options); });
  return py::make_tuple(py::bytes(result.bytes), result.unproved);
}

/// What a check of a certificate says.
struct Checked {
  bool accepted = false;
  std::string reason;
  std::size_t pairs = 0;
  Interval free{0.0, 0.0};
};

Checked check_all(const Scene& scene, const std::string& bytes) {
  const ProofScene proofs(scene);
  CertificateReader reader(bytes);
  CertificateCheck check(proofs);
  Verdict verdict = check.check_bodies(reader.bodies());
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

Checked verify(const Scene& scene, const py::bytes& certificate) {
  const std::string bytes = certificate;
  Budget none;
  return without_lock(none, [&] { return check_all(scene, bytes); });
}

}  // namespace

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
