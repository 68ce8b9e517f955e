# A room is one folder with one library; its public headers are included by their path from the top.
#
#   trialcost_room(models/units SOURCES a.cpp LINKS models/distribution EXTERNAL fmt::fmt)
#
# makes the static library `models_units`. LINKS name other rooms; the test `layers` checks that
# they are the rooms whose headers are in fact included, and only in the allowed direction.

function(_trialcost_target out path)
  string(REPLACE "/" "_" name ${path})
  set(${out} ${name} PARENT_SCOPE)
endfunction()

function(trialcost_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # No contraction, no reassociation: the same source gives the same bits (docs/adr/0003).
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-fast-math)
  # Eigen's vector kernels differ between processors even without contraction.
  target_compile_definitions(${target} PRIVATE EIGEN_DONT_VECTORIZE)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
endfunction()

function(trialcost_room path)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS;EXTERNAL" ${ARGN})
  _trialcost_target(name ${path})
  add_library(${name} STATIC ${ROOM_SOURCES})
  trialcost_compile_options(${name})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  foreach(link IN LISTS ROOM_LINKS)
    _trialcost_target(link_name ${link})
    target_link_libraries(${name} PUBLIC ${link_name})
  endforeach()
  target_link_libraries(${name} PRIVATE ${ROOM_EXTERNAL})
endfunction()

# The tests of one room: an executable `test_<room>`, each test case known to ctest by itself.
function(trialcost_room_tests path)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS;EXTERNAL" ${ARGN})
  _trialcost_target(name ${path})
  add_executable(test_${name} ${ROOM_SOURCES} $<TARGET_OBJECTS:test_main>)
  trialcost_compile_options(test_${name})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(test_${name} PRIVATE TRIALCOST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  foreach(link IN ITEMS ${path} LISTS ROOM_LINKS)
    _trialcost_target(link_name ${link})
    target_link_libraries(test_${name} PRIVATE ${link_name})
  endforeach()
  target_link_libraries(test_${name} PRIVATE ${ROOM_EXTERNAL} trialcost_catch)
  catch_discover_tests(test_${name} TEST_PREFIX "${path}: " PROPERTIES TIMEOUT 300)
endfunction()
