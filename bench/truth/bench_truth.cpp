// SPDX-License-Identifier: MIT
// Scores Graze, FCL and Bullet on a truth set: misses, false alarms, late times, medians.     [G2]
//   graze truth build/truth --queries 1000; bench_truth build/truth [most queries]
// A miss: the set proves a contact, the method says none. A false alarm: the set proves none. Late:
// the time given is after the proved contact by more than 1e-4 of the span; early: before the
// proved free time by more than 1e-2 of it. Without a set it makes no table and says so.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "ccd/bullet_peer.h"
#include "graze/io/load_scene.h"
#include "graze/io/mesh_io.h"
#include "graze/methods/certified.h"
#include "timing/cpu_time.h"
#include "truth/fcl_steps.h"

namespace graze::bench {
namespace {
namespace fs = std::filesystem;
constexpr double kLate = 1e-4, kEarly = 1e-2;

/// A proved answer.
struct Truth {
  std::string kind;
  bool is_contact = false, is_convex = false, is_screw = false;
  double free_until = 1.0, touches_at = 1.0;
};

/// What a method made of the set.
struct Score {
  std::size_t asked = 0, missed = 0, alarms = 0, late = 0, early = 0;
  double latest = 0.0;
  std::vector<double> microseconds;

  void take(const Truth& truth, const Answer& answer, double seconds) {
    ++asked;
    microseconds.push_back(1e6 * seconds);
    const bool contact = answer.outcome == Outcome::kContact;
    if (contact && !truth.is_contact) ++alarms;
    if (!contact && truth.is_contact) ++missed;
    if (!contact || !truth.is_contact) return;
    latest = std::max(latest, answer.time.lo - truth.touches_at);
    late += answer.time.lo > truth.touches_at + kLate ? 1 : 0;
    early += answer.time.hi < truth.free_until - kEarly ? 1 : 0;
  }
  double median() {
    if (microseconds.empty()) return 0.0;
    auto middle = microseconds.begin() + long(microseconds.size() / 2);
    std::nth_element(microseconds.begin(), middle, microseconds.end());
    return *middle;
  }
};

class TruthBench {
 public:
  explicit TruthBench(const fs::path& folder) : folder_(folder) {}

  void run(std::size_t most) {
    const auto index = nlohmann::json::parse(std::ifstream(folder_ / "truth.json"));
    for (const auto& entry : index["queries"]) {
      if (most-- == 0) break;
      ask(entry);
    }
    print();
  }

 private:
  using Pair = std::pair<std::string, std::string>;

  const Body& body(const std::string& name) {
    auto& known = bodies_[name];
    if (!known)
      known = std::make_unique<Body>(read_mesh((folder_ / "shapes" / (name + ".obj")).string()));
    return *known;
  }

  template <typename Peer>
  const Peer& peer(std::map<Pair, std::unique_ptr<Peer>>& among, const Pair& names) {
    auto& known = among[names];
    if (!known) known = std::make_unique<Peer>(body(names.first).mesh, body(names.second).mesh);
    return *known;
  }

  void score(const std::string& method, const Truth& truth, const std::function<Answer()>& answer) {
    const double begin = thread_seconds();
    const Answer got = answer();
    const double seconds = thread_seconds() - begin;
    scores_[method].take(truth, got, seconds);
    by_class_[truth.kind][method].take(truth, got, seconds);
  }

  void ask(const nlohmann::json& entry) {
    const Scene scene = load_scene(folder_ / entry["scene"].get<std::string>());
    const Query query{scene.bodies.at(1).motion};
    Truth truth{entry["class"].get<std::string>(), entry["outcome"] == "contact",
                entry["convex"].get<bool>(), entry["motion"]["type"] == "screw"};
    if (truth.is_contact) {
      truth.free_until = entry["free_until"].get<double>();
      truth.touches_at = entry["touches_at"].get<double>();
    }
    const Pair names{entry["a"].get<std::string>(), entry["b"].get<std::string>()};
    const Body &a = body(names.first), &b = body(names.second);
    const FclSteps& fcl = peer(fcl_, names);
    score("1 graze certified", truth, [&] {
      const auto report =
          first_contact_certified({a.wide, Motion()}, {b.wide, query.motion}, {.tolerance = 1e-6});
      return Answer{report.outcome, report.time};
    });
    score("2 fcl, 20 poses", truth, [&] { return fcl.sample(query, 20); });
    score("3 fcl, 200 poses", truth, [&] { return fcl.sample(query, 200); });
    score("4 fcl continuousCollide", truth, [&] { return fcl.advance(query, truth.is_screw); });
    if (!truth.is_convex || truth.is_screw) return;
    const BulletPeer& bullet = peer(bullet_, names);
    score("5 bullet convex cast", truth, [&] { return bullet.cast(query); });
    score("6 graze, convex only", truth, [&] {
      const auto report =
          first_contact_certified({a.wide, Motion()}, {b.wide, query.motion}, {.tolerance = 1e-6});
      return Answer{report.outcome, report.time};
    });
  }

  void print() {
    fmt::print(
        "| method | queries | missed | false alarms | late | latest, s | early | median us |\n");
    fmt::print("|---|---|---|---|---|---|---|---|\n");
    for (auto& [method, s] : scores_) row(method.substr(2), s);
    for (auto& [kind, scores] : by_class_) {
      for (auto& [method, s] : scores) {
        if (method[0] == '4' || method[0] == '3') row(kind + ": " + method.substr(2), s);
      }
    }
  }
  static void row(const std::string& name, Score& s) {
    fmt::print("| {} | {} | {} | {} | {} | {:.2g} | {} | {:.1f} |\n", name, s.asked, s.missed,
               s.alarms, s.late, std::max(0.0, s.latest), s.early, s.median());
  }

  fs::path folder_;
  std::map<std::string, std::unique_ptr<Body>> bodies_;
  std::map<Pair, std::unique_ptr<FclSteps>> fcl_;
  std::map<Pair, std::unique_ptr<BulletPeer>> bullet_;
  std::map<std::string, Score> scores_;
  std::map<std::string, std::map<std::string, Score>> by_class_;
};
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "build/truth";
  if (!std::filesystem::exists(folder / "truth.json")) {
    fmt::print("no truth set in {}: make one with graze truth\n", folder.string());
    return 0;
  }
  graze::bench::TruthBench(folder).run(argc > 2 ? std::size_t(std::atoll(argv[2])) : SIZE_MAX);
  return 0;
}
