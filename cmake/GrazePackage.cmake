# A Debian package of everything that is installed: `make package`, or the targets graze_manual and package.
if(GRAZE_BUILD_TOOLS)
  # Not part of the default build.
  set(manual ${PROJECT_BINARY_DIR}/manual)
  add_custom_target(
    graze_manual
    COMMAND ${CMAKE_COMMAND} -DGRAZE=$<TARGET_FILE:graze_tool> -DFOLDER=${manual}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_manual.cmake
    DEPENDS graze_tool
    VERBATIM)
  install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
  install(FILES ${manual}/graze DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
  install(FILES ${manual}/graze.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/graze RENAME copyright)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME graze)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Graze maintainers <maintainers@invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "first contact of moving shapes, proved: command line, C++ library, Python module")
set(CPACK_PACKAGE_DESCRIPTION "Graze answers when, where and how moving meshes first touch, at every instant and not at samples.
 This package holds the command line, the checker of certificates, the C++ library with its CMake files, and the Python module.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-numpy")  # of the Python module
# Only those who build with the library need these.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, libeigen3-dev, libtbb-dev, libfmt-dev, libpng-dev, libtinyxml2-dev, libyaml-cpp-dev")
include(CPack)
