// SPDX-License-Identifier: MIT
#include "graze/jobs/truth_job.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "graze/base/parallel.h"
#include "graze/io/certificate_io.h"
#include "graze/io/load_scene.h"
#include "graze/io/mesh_io.h"
#include "graze/query/prove_scene.h"
#include "jobs/answer_lines.h"
#include "jobs/cut_short.h"
#include "jobs/truth_queries.h"
#include "jobs/truth_text.h"

namespace graze {
namespace {
using TruthJson = nlohmann::ordered_json;
using TruthShapes = std::vector<jobs::TruthShape>;

/// Shapes as they are once they are read from files.
TruthShapes shapes_as_read() {
  TruthShapes shapes = jobs::truth_shapes();
  for (jobs::TruthShape& shape : shapes) {
    const std::string bytes = format_mesh(shape.shape.mesh(), MeshFormat::kObj);
    shape.shape = Shape::from_mesh(parse_obj(bytes, shape.name), shape.name);
    shape.shape.wide_tree();
  }
  return shapes;
}

void describe_answer(const ContactReport& report, const PairProof& proof, TruthJson& index) {
  const bool contact = report.outcome == Outcome::kContact;
  index["outcome"] = contact ? "contact" : "separated";
  if (!contact) return;
  index["free_until"] = proof.span.hi;  // proved
  index["touches_at"] = proof.witness->time;
  index["distance_then"] = proof.witness->distance;
}

struct TruthAnswer {
  TruthJson json;
  Outcome outcome = Outcome::kUndecided;
};

TruthAnswer left_out(const std::string& why, bool starts_apart) {
  return {{{"left_out", why}, {"starts_apart", starts_apart}}, Outcome::kUndecided};
}

/// Proves the report of the only pair, and checks the proof. None: says why.
std::optional<Certificate> proved(const Scene& scene, const PairReport& report, std::string& why) {
  const ProofScene proof_scene(scene);
  CertificateCheck check(proof_scene);
  Certificate certificate{proof_scene.described(), {}, {}};
  prove_reports(proof_scene, {&report, 1}, {.threads = 1}, [&](const ProvedReport& found) {
    if (!found.proof) why = name(found.reason);
    if (found.proof) certificate.pairs.push_back(*found.proof);
  });
  if (certificate.pairs.empty()) return std::nullopt;
  if (report.report.outcome == Outcome::kContact && !certificate.pairs[0].witness) {
    why = "no witness of the contact";
    return std::nullopt;
  }
  const Verdict verdict = check.check(certificate.pairs[0]);
  if (verdict.accepted) return certificate;
  why = "refused: " + verdict.reason;
  return std::nullopt;
}

/// Asks about the motion as it is read from its text, and proves and checks the answer.
TruthAnswer answer_candidate(std::uint64_t seed, std::uint64_t number, const TruthShapes& shapes) {
  jobs::TruthQuery query = jobs::truth_query(seed, number, shapes);
  const TruthJson motion = jobs::motion_json(query.motion);
  query.motion = parse_motion(motion.dump(), "motion", {0.0, 1.0});
  Scene scene;
  scene.tolerance = jobs::kTruthTolerance;
  scene.bodies = {{.name = "a", .shape = shapes[query.a].shape},
                  {.name = "b", .shape = shapes[query.b].shape, .motion = query.motion}};
  const PairReport report = contacts_per_pair(scene, {.threads = 1}).at(0);
  const bool starts_apart = report.report.outcome != Outcome::kOverlapAtStart &&
                            report.report.start == StartState::kApart;
  if (report.report.outcome == Outcome::kUndecided) return left_out("undecided", starts_apart);
  std::string why;
  const auto certificate = proved(scene, report, why);
  if (!certificate) return left_out(why, starts_apart);
  TruthAnswer answer{{}, report.report.outcome};
  TruthJson& index = answer.json["proved"];
  index = {{"class", query.kind},
           {"a", shapes[query.a].name},
           {"b", shapes[query.b].name},
           {"convex", shapes[query.a].is_convex && shapes[query.b].is_convex},
           {"motion", motion}};
  describe_answer(report.report, certificate->pairs[0], index);
  answer.json["proof"] = jobs::hex_of(certificate_bytes(*certificate));
  return answer;
}

std::string truth_header(const TruthJobOptions& options) {
  const TruthJson json{{"format", "graze truth answers 1"},
                       {"version", GRAZE_VERSION},
                       {"items", options.candidates},
                       {"chunk_items", options.chunk_items},
                       {"seed", options.seed},
                       {"tolerance", jobs::kTruthTolerance}};
  return json.dump();
}
}  // namespace

Job truth_job(const TruthJobOptions& options) {
  const auto shapes = std::make_shared<const TruthShapes>(shapes_as_read());
  Job job = jobs::sized_job(options.candidates, options.chunk_items);
  job.header = truth_header(options);
  job.answer = [shapes, options](std::size_t chunk,
                                 const Budget& budget) -> std::optional<ChunkAnswer> {
    const jobs::CutShort cut_short(budget);
    const std::size_t first = chunk * options.chunk_items;
    const std::size_t end = std::min(options.candidates, first + options.chunk_items);
    std::vector<TruthAnswer> answers(end - first);
    parallel_for(
        answers.size(),
        [&](std::size_t i) {
          if (!cut_short.now()) answers[i] = answer_candidate(options.seed, first + i, *shapes);
        },
        options.threads);
    if (cut_short.now()) return std::nullopt;
    ChunkAnswer out;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      TruthJson line{{"question", first + i + 1}};
      line.update(answers[i].json);
      out.lines += line.dump() + "\n";
      out.counts.add(answers[i].outcome);
    }
    return out;
  };
  return job;
}

void take_truth_answers(const Job& job, const std::filesystem::path& file, TruthSet& set) {
  jobs::for_each_answer(job, file,
                        [&](std::size_t, const std::string& line, const std::string& place) {
                          set.take(line, place);
                        });
}

}  // namespace graze
