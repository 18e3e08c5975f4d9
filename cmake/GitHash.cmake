# Writes git_hash.hpp when the commit or the state of the tree changes; run at every build.
find_package(Git QUIET)
set(hash "unknown")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12 WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described)
    set(hash ${described})
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\nnamespace icodyn::build {\ninline constexpr const char* git_hash = \"${hash}\";\n}\n")
