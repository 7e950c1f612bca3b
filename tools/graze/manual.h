// SPDX-License-Identifier: MIT
// What the command line says about itself: verbs, man pages, completion. All of it is made from the
// verbs that were added, so nothing has to be kept in sync.
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace graze::tool {

std::vector<const CLI::App*> all_verbs(const CLI::App& app);

/// To standard output: one line a verb.
void list_verbs(const CLI::App& app);

/// A page for man(1): graze.1, or of one verb graze-VERB.1.
std::string man_page(const CLI::App& app);
std::string man_page_of_verb(const CLI::App& verb);

/// For bash, zsh or fish.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace graze::tool
