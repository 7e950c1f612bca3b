# Flags that every target shares, and one rule for what a library is made of: all .cpp below its
# folders. Files named *_avx2.cpp and *_avx512.cpp hold wider SIMD, chosen at run time; only they
# are compiled for it.

add_library(graze_flags INTERFACE)
# Bounds and equal bits need contraction off; -ffast-math is never used.
target_compile_options(graze_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion
                                             -Wno-sign-conversion -Wno-missing-field-initializers -Wno-psabi)
# __FILE__ is a path within the project: the same objects wherever a clone lies, so a compiler cache serves them all.
target_compile_options(graze_flags INTERFACE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(GRAZE_WARNINGS_AS_ERRORS)
  target_compile_options(graze_flags INTERFACE -Werror)
endif()
# Both compilers: only one of them defines a macro of its own.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=(address|thread)")
  target_compile_definitions(graze_flags INTERFACE GRAZE_SANITIZED)
endif()
# Out of precompiled headers GCC 12 sees std::string overrun in code that is right.
if(GRAZE_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(graze_flags INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                               -Wno-stringop-overread)
endif()
if(GRAZE_ENABLE_ASSERTS OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(graze_flags INTERFACE GRAZE_ENABLE_ASSERTS)
endif()

# Headers that most files include, compiled once: graze_precompile(TARGET [HEADERS...]), or
# graze_precompile(TARGET REUSE_FROM OTHER) for a target of the same kind and flags. Files include what
# they need all the same: builds with a compiler cache go without.
set(graze_common_headers <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <cstdint> <functional> <map>
                         <memory> <numeric> <optional> <span> <string> <variant> <vector>)
function(graze_precompile name)
  if(NOT GRAZE_PRECOMPILE_HEADERS)
    return()
  endif()
  if(ARGV1 STREQUAL "REUSE_FROM")
    target_precompile_headers(${name} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${name} PRIVATE ${graze_common_headers} ${ARGN})
  endif()
endfunction()

# Few large units make a build from nothing quick: graze_unite(TARGET LEVEL [MOST]) puts files of one folder
# together, 24 at a time or as many as MOST says (of src/, a folder is what a layer or a method is); a target
# of so few is one unit. A file with options of its own stays apart, CMake sees to that; so do folders in
# GRAZE_APART, for whoever is at work there. So names in unnamed namespaces are unique within a folder.
# LEVEL is what a release needs: -O3 in the core, -O2 where files and tests take time, -O1 elsewhere.
set(graze_unit_files 24)
function(graze_unite name level)
  if(NOT GRAZE_UNITY)
    return()
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT level STREQUAL "-O3")
    target_compile_options(${name} PRIVATE ${level})
  endif()
  set(most ${graze_unit_files})
  if(ARGC GREATER 2)
    set(most ${ARGV2})
  endif()
  get_target_property(sources ${name} SOURCES)
  list(LENGTH sources count)
  foreach(source ${sources})
    get_filename_component(source ${source} ABSOLUTE)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${source})
    string(REGEX REPLACE "^src/(methods/)?([^/]+)/.*" "\\2" folder ${folder})
    string(REGEX REPLACE "/[^/]*$" "" folder ${folder})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    if(folder IN_LIST GRAZE_APART)
      continue()
    endif()
    list(APPEND folder_${folder} ${source})
    list(LENGTH folder_${folder} place)
    math(EXPR group "(${place} - 1) / ${most}")
    if(count LESS_EQUAL most)
      set(unit ${name})
    else()
      set(unit ${folder}_${group})
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${unit})
  endforeach()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# graze_add_library(NAME LEVEL FOLDERS... [HEADERS...]): the headers are precompiled with the common ones.
function(graze_add_library name level)
  cmake_parse_arguments(ARG "" "" "FOLDERS;HEADERS" ${ARGN})
  set(sources)
  foreach(folder ${ARG_FOLDERS})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  add_library(${name} STATIC ${sources})
  add_library(graze::${name} ALIAS ${name})
  target_include_directories(
    ${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:graze_flags>)
  # Inline interval operations are compiled into users' code too: fused there, they would not have
  # the bits they have here, and the linker keeps only one copy.
  target_compile_options(${name} PUBLIC -ffp-contract=off)
  list(LENGTH sources count)
  if(NOT GRAZE_UNITY OR count GREATER graze_unit_files)  # one unit needs nothing that is compiled once
    graze_precompile(${name} ${ARG_HEADERS})
  endif()
  graze_unite(${name} ${level})
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    foreach(source ${sources})
      if(source MATCHES "_avx2\\.cpp$")
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-mavx2"
                                                         SKIP_PRECOMPILE_HEADERS ON)
      elseif(source MATCHES "_avx512\\.cpp$")
        set_source_files_properties(
          ${source} PROPERTIES COMPILE_OPTIONS
                               "-mavx512f;-mavx512vl;-mavx512dq;-mfma;-mprefer-vector-width=256"
                               SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endforeach()
  endif()
endfunction()

# graze-verify has loops of its own instead of the first, and no use for the others, which need a method.
set_source_files_properties(
  ${PROJECT_SOURCE_DIR}/src/base/parallel.cpp ${PROJECT_SOURCE_DIR}/src/io/linear_queries.cpp
  ${PROJECT_SOURCE_DIR}/src/io/chord_contact.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# TBB's templates are instantiated in one file, which stays out of the thread sanitizer's sight: TBB
# itself is not built for it, and half of its synchronisation would look like races.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/src/base/parallel.cpp
    PROPERTIES COMPILE_OPTIONS "-fno-sanitize=thread" COMPILE_DEFINITIONS GRAZE_THREAD_SANITIZER
               SKIP_PRECOMPILE_HEADERS ON)
endif()
