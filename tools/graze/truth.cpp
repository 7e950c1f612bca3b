// SPDX-License-Identifier: MIT
// graze truth: a public set of rotating rigid first-contact questions with certified answers.  [G2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/io/certificate_io.h"
#include "graze/io/load_scene.h"
#include "graze/io/mesh_io.h"
#include "graze/query/prove_scene.h"
#include "truth_queries.h"
#include "verbs.h"

namespace graze::tool {
namespace {
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct TruthArguments {
  std::string folder;
  std::size_t queries = 100;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
};

Json vec_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// As scene.json says it.
Json motion_json(const Motion& motion) {
  const auto track = std::get<TrackDescription>(describe(motion));
  const MotionFormula& formula = track.segments[0].formula;
  if (const auto* six = std::get_if<SixParametersFormula>(&formula)) {
    const auto end = [](const Motion::SixParameters& p) {
      return Json{{"position", vec_json(p.position)},
                  {"rotation_vector", vec_json(p.rotation_vector)}};
    };
    return {{"type", "six_parameters"}, {"from", end(six->begin)}, {"to", end(six->end)}};
  }
  const auto& screw = std::get<ScrewFormula>(formula);
  return {{"type", "screw"},
          {"from", {{"position", vec_json(screw.begin.translation)}}},
          {"point", vec_json(screw.point)},
          {"axis", vec_json(screw.axis)},
          {"angle", screw.angle},
          {"slide", screw.slide}};
}

Json body_json(const char* name, const std::string& shape) {
  return {{"name", name}, {"shape", {{"type", "file"}, {"path", "../shapes/" + shape + ".obj"}}}};
}

Json scene_json(const TruthQuery& query, const Json& motion,
                const std::vector<TruthShape>& shapes) {
  Json b = body_json("b", shapes[query.b].name);
  b["motion"] = motion;
  return {{"tolerance", kTruthTolerance},
          {"bodies", {body_json("a", shapes[query.a].name), std::move(b)}}};
}

/// One query of the set, or why it is left out.
struct Entry {
  std::string scene;
  std::string proof;
  Json index;
  std::string left_out;
  bool starts_apart = false;
};

std::string padded(std::size_t number) { return fmt::format("{:06}", number); }

void describe_answer(const ContactReport& report, const PairProof& proof, Json& index) {
  const bool contact = report.outcome == Outcome::kContact;
  index["outcome"] = contact ? "contact" : "separated";
  if (!contact) return;
  index["free_until"] = proof.span.hi;  // proved
  index["touches_at"] = proof.witness->time;
  index["distance_then"] = proof.witness->distance;
}

/// Asks about the motion as it is read from its text, and proves and checks the answer.
Entry make_entry(const TruthArguments& arguments, std::uint64_t number, const Scene& frame,
                 const std::vector<TruthShape>& shapes) {
  Entry entry;
  TruthQuery query = truth_query(arguments.seed, number, shapes);
  const Json motion = motion_json(query.motion);
  query.motion = parse_motion(motion.dump(), "motion", {0.0, 1.0});
  entry.scene = scene_json(query, motion, shapes).dump(1) + "\n";
  Scene scene = frame;
  scene.tolerance = kTruthTolerance;
  scene.bodies = {{.name = "a", .shape = shapes[query.a].shape},
                  {.name = "b", .shape = shapes[query.b].shape, .motion = query.motion}};
  const PairReport report = contacts_per_pair(scene, {.threads = 1}).at(0);
  entry.starts_apart = report.report.outcome != Outcome::kOverlapAtStart &&
                       report.report.start == StartState::kApart;
  if (report.report.outcome == Outcome::kUndecided) {
    entry.left_out = "undecided";
    return entry;
  }
  const ProofScene proof_scene(scene);
  CertificateCheck check(proof_scene);
  Certificate certificate{proof_scene.described(), {}, {}};
  prove_reports(proof_scene, {&report, 1}, {.threads = 1}, [&](const ProvedReport& proved) {
    if (!proved.proof) entry.left_out = name(proved.reason);
    if (proved.proof) certificate.pairs.push_back(*proved.proof);
  });
  if (certificate.pairs.empty()) return entry;
  if (report.report.outcome == Outcome::kContact && !certificate.pairs[0].witness) {
    entry.left_out = "no witness of the contact";
    return entry;
  }
  const Verdict verdict = check.check(certificate.pairs[0]);
  if (!verdict.accepted) {
    entry.left_out = "refused: " + verdict.reason;
    return entry;
  }
  entry.proof = certificate_bytes(certificate);
  entry.index = {{"class", query.kind},
                 {"a", shapes[query.a].name},
                 {"b", shapes[query.b].name},
                 {"convex", shapes[query.a].is_convex && shapes[query.b].is_convex},
                 {"motion", motion}};
  describe_answer(report.report, certificate.pairs[0], entry.index);
  return entry;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError({folder.string(), error.message(), "a folder that can be made", ""});
}

void write_shapes(const fs::path& folder, const std::vector<TruthShape>& shapes) {
  make_folder(folder);
  for (const TruthShape& shape : shapes)
    write_mesh(folder / (shape.name + ".obj"), shape.shape.mesh());
}

/// Writes an entry under its number in the set; adds it to the index.
void write_entry(const fs::path& folder, const Entry& entry, Json& index) {
  const std::string name = padded(index["queries"].size());
  write_file(folder / "queries" / (name + ".json"), entry.scene);
  write_file(folder / "proofs" / (name + ".proof"), entry.proof);
  Json item{{"scene", "queries/" + name + ".json"}, {"proof", "proofs/" + name + ".proof"}};
  item.update(entry.index);
  index["queries"].push_back(std::move(item));
}

/// Shapes as they are in the files.
std::vector<TruthShape> shapes_from(const fs::path& folder, std::vector<TruthShape> shapes) {
  for (TruthShape& shape : shapes)
    shape.shape =
        Shape::from_mesh(read_mesh((folder / (shape.name + ".obj")).string()), shape.name);
  return shapes;
}

int make_truth(const TruthArguments& arguments) {
  const fs::path folder(arguments.folder);
  write_shapes(folder / "shapes", truth_shapes());
  make_folder(folder / "queries");
  make_folder(folder / "proofs");
  const std::vector<TruthShape> shapes = shapes_from(folder / "shapes", truth_shapes());
  for (const TruthShape& shape : shapes) shape.shape.wide_tree();
  Json index{{"format", "graze truth"},
             {"version", 1},
             {"seed", arguments.seed},
             {"tolerance", kTruthTolerance},
             {"queries", Json::array()}};
  std::size_t touching = 0, unproved = 0;
  constexpr std::size_t kAtATime = 64;
  for (std::uint64_t first = 0; index["queries"].size() < arguments.queries; first += kAtATime) {
    std::vector<Entry> entries(kAtATime);
    parallel_for(
        kAtATime,
        [&](std::size_t i) { entries[i] = make_entry(arguments, first + i, Scene(), shapes); },
        arguments.threads);
    for (const Entry& entry : entries) {
      if (entry.proof.empty()) ++(entry.starts_apart ? unproved : touching);
      if (!entry.proof.empty() && index["queries"].size() < arguments.queries)
        write_entry(folder, entry, index);
    }
  }
  std::size_t contacts = 0;
  for (const Json& query : index["queries"]) contacts += query["outcome"] == "contact" ? 1 : 0;
  write_file(folder / "truth.json", index.dump(1) + "\n");
  const Json summary{{"queries", arguments.queries},
                     {"contacts", contacts},
                     {"separated", arguments.queries - contacts},
                     {"touching_at_start", touching},
                     {"unproved", unproved}};
  if (arguments.json) {
    fmt::print("{}\n", summary.dump());
  } else {
    fmt::print(
        "{} queries in {}: {} contacts, {} separated, all proved; left out: {} that touch at the "
        "start, {} without a proof\n",
        arguments.queries, arguments.folder, contacts, arguments.queries - contacts, touching,
        unproved);
  }
  return kFine;
}
}  // namespace

void add_truth_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<TruthArguments>();
  CLI::App* verb =
      app.add_subcommand("truth", "Make a set of first-contact questions with certified answers");
  verb->add_option("FOLDER", arguments->folder, "where the set goes; made if missing")->required();
  verb->add_option("--queries", arguments->queries, "how many")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  verb->add_option("--seed", arguments->seed, "of shapes and motions");
  verb->add_option("--threads", arguments->threads, "0: all cores; the set does not depend on it");
  verb->add_flag("--json", arguments->json, "the summary as JSON");
  verb->footer(
      "The format, and how to score another library on it: docs/truth.md.\n\n"
      "Example:\n  graze truth build/truth --queries 10000\n"
      "  graze-verify build/truth/proofs/000000.proof build/truth/queries/000000.json\n");
  verb->callback([arguments, &exit_code] { exit_code = make_truth(*arguments); });
}

}  // namespace graze::tool
