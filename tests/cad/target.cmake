# OpenCASCADE is the oracle as well as the reader: with it, the tests see its headers too.
if(TARGET graze_cad)
  target_link_libraries(${test_target} PRIVATE graze_cad TKXDESTEP TKSTEP TKSTEPBase TKXSBase TKFillet TKOffset TKBool TKBO TKShHealing TKPrim TKXCAF TKLCAF TKTopAlgo TKGeomAlgo TKBRep TKGeomBase TKG3d TKG2d TKMath TKernel)
  target_include_directories(${test_target} SYSTEM PRIVATE ${GRAZE_OCCT_INCLUDE})
  target_compile_definitions(${test_target} PRIVATE GRAZE_HAVE_OCCT)
  add_dependencies(${test_target} graze_cad_tool)
  set_tests_properties(cad PROPERTIES ENVIRONMENT "GRAZE_CAD=$<TARGET_FILE:graze_cad_tool>")
endif()
