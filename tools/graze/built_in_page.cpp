// SPDX-License-Identifier: MIT
#include "built_in_page.h"

#if defined(GRAZE_PAGE)
// The assembler includes the file: no half megabyte of source text is needed.
__asm__(
    ".section .rodata\n"
    ".global graze_page_begin\n"
    ".global graze_page_end\n"
    "graze_page_begin:\n"
    ".incbin \"" GRAZE_PAGE
    "\"\n"
    "graze_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char graze_page_begin[];
extern "C" const char graze_page_end[];
#endif

namespace graze::tool {

std::string_view built_in_page() {
#if defined(GRAZE_PAGE)
  return {graze_page_begin, static_cast<std::size_t>(graze_page_end - graze_page_begin)};
#else
  return {};
#endif
}

}  // namespace graze::tool
