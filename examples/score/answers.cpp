// SPDX-License-Identifier: MIT
// Answers the questions of a truth set and writes them for `graze score`:
//     answers TRUTH_FOLDER ANSWERS.json
// Put your own method into first_time(); all else stays.
#include <graze/io/load_scene.h>
#include <graze/query/first_contact.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

namespace {
/// The time of the first contact, or a negative number if there is none.
double first_time(const graze::Scene& scene) {
  graze::ContactOptions options;
  options.tolerance = 1e-6;
  const graze::ContactReport report = graze::first_contact(scene, options).report;
  return report.outcome == graze::Outcome::kContact ? report.time.hi : -1.0;
}

std::string answer(const std::filesystem::path& folder, const std::string& name) {
  const graze::Scene scene = graze::load_scene(folder / name);
  const auto begin = std::chrono::steady_clock::now();
  const double time = first_time(scene);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  char text[256];
  std::snprintf(text, sizeof text,
                "{\"scene\": \"%s\", \"outcome\": \"%s\", \"time\": %.17g, \"seconds\": %.9g}",
                name.c_str(), time < 0.0 ? "separated" : "contact", time, spent.count());
  return text;
}
}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::puts("answers TRUTH_FOLDER ANSWERS.json");
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "queries")) {
    names.insert("queries/" + entry.path().filename().string());
  }
  std::ofstream file(argv[2]);
  file << "{\"format\": \"graze answers 1\", \"method\": \"graze, C++\", \"answers\": [";
  const char* comma = "";
  for (const std::string& name : names) {
    file << comma << "\n" << answer(folder, name);
    comma = ",";
  }
  file << "]}\n";
}
