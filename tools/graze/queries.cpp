// SPDX-License-Identifier: MIT
// graze queries: runs public sets of CCD queries, linear and rigid, and compares with the truth.
//                                                                                              [C5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "course.h"
#include "graze/base/error.h"
#include "graze/io/chord_contact.h"
#include "graze/io/linear_queries.h"
#include "graze/io/query_tally.h"
#include "verbs.h"

namespace graze::tool {
namespace {
namespace fs = std::filesystem;

struct QueriesArguments {
  std::vector<std::string> places;
  std::optional<LinearKind> kind;
  LinearCcdOptions options;
  int repeat = 1;
  int chords = 1000;
  bool json = false;
};

/// The answer, and the time of the fastest of `repeat` runs, clock included (some 0.03 us).
template <typename Ask>
auto timed(const Ask& ask, int repeat, std::vector<double>& times_us) {
  using Clock = std::chrono::steady_clock;
  decltype(ask()) answer;
  double fastest = 0.0;
  for (int run = 0; run < repeat; ++run) {
    const Clock::time_point begin = Clock::now();
    answer = ask();
    const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    fastest = run == 0 ? us : std::min(fastest, us);
  }
  times_us.push_back(fastest);
  return answer;
}

QueryTally run_linear(const LinearQuerySet& set, const QueriesArguments& arguments) {
  QueryTally tally;
  tally.enclosed = set.enclosed;
  for (std::size_t i = 0; i < set.queries.size(); ++i) {
    const LinearContact answer =
        timed([&] { return first_contact_linear(set.queries[i], arguments.options); },
              arguments.repeat, tally.times_us);
    const std::optional<bool> truth =
        set.truth.empty() ? std::nullopt : std::optional<bool>(set.truth[i]);
    tally.count(answer.outcome, answer.steps, truth);
  }
  return tally;
}

/// What is true: the file's word, else that of the chords. A pair that comes nearer than the
/// tolerance without touching has no wrong answer.
std::optional<bool> truth_of(const RigidQuery& query, const ContactReport& answer,
                             const QueriesArguments& arguments) {
  if (query.truth || arguments.chords == 0) return query.truth;
  const ChordContact second =
      contact_by_chords(query, arguments.chords, arguments.options.tolerance);
  const bool is_reported = answer.outcome != Outcome::kSeparated;
  return second.touches || (second.comes_near && is_reported);
}

void run_rigid(const RigidQuery& query, const QueriesArguments& arguments, QueryTally& tally) {
  CertifiedOptions options;
  options.tolerance = arguments.options.tolerance;
  options.budget.max_tests = arguments.options.max_steps;
  const ContactReport answer =
      timed([&] { return first_contact_certified(query.a, query.b, options); }, arguments.repeat,
            tally.times_us);
  tally.start_touching += answer.start != StartState::kApart;
  tally.count(answer.outcome, answer.stats.iterations, truth_of(query, answer, arguments));
}

/// One row for each folder.
std::vector<NamedTally> run_rigid_files(const std::vector<fs::path>& files,
                                        const QueriesArguments& arguments, Course& course) {
  std::vector<NamedTally> rows;
  for (const fs::path& file : files) {
    if (!course.may_go_on()) break;
    const std::string folder = file.parent_path().string();
    if (rows.empty() || rows.back().name != folder) rows.push_back({folder, {}});
    run_rigid(read_rigid_query(file), arguments, rows.back().tally);
  }
  return rows;
}

bool has_csv(const fs::path& folder) {
  const fs::recursive_directory_iterator entries(folder);
  return std::any_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
    return entry.is_regular_file() && entry.path().extension() == ".csv";
  });
}

struct QueryFiles {
  std::vector<fs::path> linear, rigid;
  std::vector<fs::path> named;  ///< by the user: refused if they are something else
};

/// Other files in a folder are skipped with a note.
std::optional<LinearQuerySet> read_or_skip(const fs::path& path, const QueryFiles& files,
                                           const QueriesArguments& arguments) {
  if (std::ranges::find(files.named, path) != files.named.end())
    return read_linear_queries(path, arguments.kind);
  try {
    return read_linear_queries(path, arguments.kind);
  } catch (const InputError& error) {
    fmt::print(stderr, "graze: note: skipped, not a set of queries: {}\n", error.what());
    return std::nullopt;
  }
}

void append(std::vector<fs::path>& all, const std::vector<fs::path>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// JSON is rigid, anything else linear. A folder of rigid queries need not have linear ones.
QueryFiles find_files(const std::vector<std::string>& places) {
  QueryFiles files;
  for (const fs::path place : places) {
    const bool is_folder = fs::is_directory(place);
    const bool is_json = place.extension() == ".json";
    if (!is_folder) files.named.push_back(place);
    const std::size_t before = files.rigid.size();
    if (is_folder || is_json) append(files.rigid, find_rigid_queries({place}));
    const bool is_rigid = files.rigid.size() > before;
    if (!is_rigid || (is_folder && has_csv(place)))
      append(files.linear, find_linear_queries({place}));
  }
  return files;
}

void print_row(const std::string& name, const QueryTally& tally) {
  const TimeSummary time = tally.times();
  const bool known = tally.with_truth > 0;
  const auto cell = [&](std::size_t n) { return known ? std::to_string(n) : std::string("?"); };
  fmt::print("{:<52} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.2f}\n", name,
             tally.queries, cell(tally.contacts), tally.reported, cell(tally.false_negatives),
             cell(tally.false_positives), time.mean, time.median, time.p99, time.max);
}

/// The last three parts of a path: set, kind and file in the public sets.
std::string short_name(const fs::path& path) {
  const fs::path kind = path.parent_path();
  return (kind.parent_path().filename() / kind.filename() / path.filename()).string();
}

void print_tallies(const std::vector<NamedTally>& rows, const QueryTally& total) {
  fmt::print("{:<52} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}\n", "file", "queries",
             "contacts", "reported", "missed", "alarms", "mean us", "median", "p99", "max");
  for (const auto& [path, tally] : rows) print_row(short_name(path), tally);
  print_row("total", total);
  fmt::print(
      "missed: false negatives; alarms: false positives (no exact contact, but nearer than the "
      "tolerance)\n{} of {} queries have a coordinate that is not a double and were enclosed; {} "
      "undecided; {} start within the tolerance; most steps {}\n",
      total.enclosed, total.queries, total.undecided, total.start_touching, total.most_steps);
}

int run_queries(const QueriesArguments& arguments) {
  const QueryFiles files = find_files(arguments.places);
  std::vector<NamedTally> rows;
  Course course(files.linear.size() + files.rigid.size());
  for (const fs::path& path : files.linear) {
    if (!course.may_go_on()) break;
    if (const auto set = read_or_skip(path, files, arguments))
      rows.push_back({path.string(), run_linear(*set, arguments)});
  }
  for (NamedTally& row : run_rigid_files(files.rigid, arguments, course)) {
    rows.push_back(std::move(row));
  }
  course.end();
  if (rows.empty() && course.is_whole()) {
    throw InputError({arguments.places.front(), "no set of queries in it",
                      "CSV or JSON files of them",
                      "docs/formats.md#query-files says what they look like"});
  }
  const QueryTally total = total_of(rows);
  if (arguments.json) {
    fmt::print("{}", queries_document(
                         {arguments.options.tolerance, arguments.repeat, arguments.chords}, rows));
  } else {
    print_tallies(rows, total);
  }
  if (total.false_negatives > 0) return kFound;
  return course.is_whole() ? kFine : kUnknown;
}
}  // namespace

void add_queries_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<QueriesArguments>();
  CLI::App* verb = app.add_subcommand("queries", "Run public sets of CCD queries");
  verb->footer(
      "Example: graze queries data/queries/linear --tolerance 1e-6\n"
      "         graze queries data/queries/rigid\n"
      "Exit code 1 if a true contact was missed. Ctrl-C stops after a file and prints what was "
      "counted.");
  verb->add_option("PLACES", arguments->places,
                   "CSV files of linear queries, JSON files of rigid ones, or folders of them")
      ->required();
  verb->add_option("--tolerance", arguments->options.tolerance,
                   "Largest distance that may be reported as contact")
      ->capture_default_str();
  const std::map<std::string, LinearKind> kinds{{"vertex-face", LinearKind::kVertexFace},
                                                {"edge-edge", LinearKind::kEdgeEdge}};
  verb->add_option("--kind", arguments->kind, "Kind of linear queries, if the path does not say")
      ->transform(CLI::CheckedTransformer(kinds));
  verb->add_option("--repeat", arguments->repeat,
                   "Time each query as the fastest of this many runs")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  verb->add_option("--chords", arguments->chords,
                   "Rigid queries: compare with this many straight pieces; 0: do not")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  verb->add_flag("--json", arguments->json, "Print the report as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_queries(*arguments); });
}

}  // namespace graze::tool
