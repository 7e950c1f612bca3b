# find_package(graze) from an install tree.
include(CMakePackageConfigHelpers)
include(GrazePublicHeaders)

set(graze_installed graze)
if(GRAZE_BUILD_IO)
  list(APPEND graze_installed graze_io)
endif()
install(TARGETS ${graze_installed} EXPORT grazeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
graze_public_headers(public_headers)
foreach(header ${public_headers})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES include/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
configure_package_config_file(
  cmake/grazeConfig.cmake.in ${PROJECT_BINARY_DIR}/grazeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
