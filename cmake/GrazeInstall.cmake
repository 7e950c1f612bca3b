# find_package(graze) from an install tree.
include(CMakePackageConfigHelpers)

set(graze_installed graze)
if(GRAZE_BUILD_IO)
  list(APPEND graze_installed graze_io)
endif()
install(TARGETS ${graze_installed} EXPORT grazeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
configure_package_config_file(
  cmake/grazeConfig.cmake.in ${PROJECT_BINARY_DIR}/grazeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
