// SPDX-License-Identifier: MIT
// graze deform: first contact of deforming meshes between two frames.                         [C5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "certificate_output.h"
#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_deform.h"
#include "graze/methods/linear.h"
#include "interrupt.h"
#include "number_checks.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct DeformArguments {
  std::vector<std::string> frames;
  LinearMeshOptions options;
  std::string certificate;
  bool new_contacts = false;
  bool json = false;
};

/// What was asked about, and the answer.
struct Answer {
  Scene scene;  ///< one body, with itself; or two
  ContactReport report;
};

LinearMesh linear_mesh(const Body& body) {
  return {body.shape.mesh(), body.deformation.frames()[1].vertices};
}

Answer ask(const DeformArguments& arguments) {
  const std::vector<std::string>& f = arguments.frames;
  if (f.size() == 2 && !arguments.certificate.empty()) {
    throw InputError({"--certificate", "one mesh", "two meshes: proofs are about pairs",
                      "graze deform A0 A1 B0 B1"});
  }
  Answer answer{load_frames(f), {}};
  const std::vector<Body>& bodies = answer.scene.bodies;
  const LinearMesh a = linear_mesh(bodies[0]);
  answer.report = bodies.size() == 1
                      ? first_self_contact_linear(a, arguments.options)
                      : first_contact_linear(a, linear_mesh(bodies[1]), arguments.options);
  return answer;
}

std::string write_proof(const DeformArguments& arguments, const Answer& answer) {
  ContactOptions options;
  options.min_separation = arguments.options.min_separation;
  options.threads = arguments.options.threads;
  return write_certificate(arguments.certificate, ProofScene(answer.scene),
                           {{{PairReport{BodyId(0), BodyId(1), answer.report}}, options}});
}

void print_text(const ContactReport& report) {
  fmt::print("{} ({}, method {}, start {})\n", name(report.outcome), name(report.guarantee),
             name(report.method), name(report.start));
  fmt::print("time       {:.12g} to {:.12g}\n", report.time.lo, report.time.hi);
  for (const Contact& contact : report.contacts) {
    fmt::print("features   {} and {}\n", feature_text(contact.feature_a),
               feature_text(contact.feature_b));
    fmt::print("point      {:.9g} {:.9g} {:.9g}\n", contact.point.x(), contact.point.y(),
               contact.point.z());
    fmt::print("distance   at most {:.3g} (tolerance {:.3g})\n", contact.distance,
               report.tolerance);
  }
  fmt::print("work       {} feature pairs, {} box tests, {:.3f} s\n", report.stats.triangle_tests,
             report.stats.box_tests, report.stats.seconds);
}

int exit_code_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSeparated:
      return kFine;
    case Outcome::kContact:
    case Outcome::kOverlapAtStart:
      return kFound;
    case Outcome::kUndecided:
      break;
  }
  return kUnknown;
}

int run_deform(DeformArguments& arguments) {
  const InterruptFlag interrupt;
  arguments.options.budget.cancel = interrupt.flag();
  arguments.options.look_for_crossings = !arguments.new_contacts;
  const Answer answer = ask(arguments);
  if (arguments.json) {
    fmt::print("{}", deform_document(answer.report));
  } else {
    print_text(answer.report);
  }
  if (!arguments.certificate.empty()) {
    const std::string line = write_proof(arguments, answer);
    if (!arguments.json) fmt::print("{}", line);
  }
  return exit_code_of(answer.report.outcome);
}
}  // namespace

void add_deform_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<DeformArguments>();
  CLI::App* verb = app.add_subcommand(
      "deform", "First contact between two frames of a mesh with itself, or of two meshes");
  verb->footer(
      "Example: graze deform cloth_92.ply cloth_93.ply\n"
      "         graze deform cloth_0.obj cloth_1.obj ball_0.obj ball_1.obj\n"
      "Vertices move linearly from frame to frame. Exit code 1 on contact, 3 if undecided.");
  verb->add_option("FRAMES", arguments->frames, "Two frames, or two of each of two meshes")
      ->required()
      ->expected(2, 4);
  verb->add_option("--tolerance", arguments->options.tolerance,
                   "Largest distance that may be reported as contact")
      ->capture_default_str();
  verb->add_option("--min-separation", arguments->options.min_separation,
                   "Contact is where the distance falls to this")
      ->capture_default_str();
  verb->add_option("--budget", arguments->options.budget.max_seconds, "Seconds of wall-clock time")
      ->check(above_zero());
  verb->add_option("--threads", arguments->options.threads, "0: all cores")
      ->check(not_negative())
      ->capture_default_str();
  verb->add_flag("--new-contacts", arguments->new_contacts,
                 "The meshes may cross at the start; only new contacts count");
  verb->add_option("--certificate", arguments->certificate,
                   "Write a proof of the answer for graze verify (see docs/proof.md)");
  verb->add_flag("--json", arguments->json, "Print the report as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_deform(*arguments); });
}

}  // namespace graze::tool
