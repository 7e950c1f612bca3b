# find_package(graze) from an install tree.
include(CMakePackageConfigHelpers)

set(graze_installed graze)
if(GRAZE_BUILD_IO)
  list(APPEND graze_installed graze_io)
endif()
install(TARGETS ${graze_installed} EXPORT grazeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# What only the project's own parts share is left out; no header that is installed includes it.
string(JOIN "|" internal_headers
  base/assert base/hash base/parallel broadphase/overlapping_pairs geometry/equal_meshes geometry/shells
  io/depth_pictures io/line_reader io/linear_queries io/rigid_queries math/root_isolation methods/analytic_printed
  motion/common_pieces motion/polynomial_pose motion/shared_carrier motion/swept_bounds scene/pair_count scene/reach server/.*)
install(DIRECTORY include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        REGEX "graze/(${internal_headers})\\.h$" EXCLUDE)
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
configure_package_config_file(
  cmake/grazeConfig.cmake.in ${PROJECT_BINARY_DIR}/grazeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
