# A real browser: Debian's chromium with its driver.
if(GRAZE_BUILD_TOOLS AND TARGET graze_page AND EXISTS /usr/bin/chromedriver)
  add_test(NAME page COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/page/test_page.py $<TARGET_FILE:graze_tool>
                             ${PROJECT_SOURCE_DIR}/examples/scenes)
  set_tests_properties(page PROPERTIES TIMEOUT 1500 ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
else()
  message(STATUS "The page is not tested: npm, xz or chromium-driver is missing")
endif()

# Native and WebAssembly, bit by bit, where the engine was built and node runs it.
find_program(GRAZE_NODE node)
if(GRAZE_BUILD_TOOLS AND TARGET graze_page AND GRAZE_NODE)
  add_test(NAME page_engine COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/page/test_engine.py $<TARGET_FILE:graze_tool>
                                    ${GRAZE_ENGINE})
  set_tests_properties(page_engine PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77 ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
endif()
