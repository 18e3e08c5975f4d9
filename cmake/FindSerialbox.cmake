# Serialbox (C interface and core): a system installation, else the one inside the serialbox4py wheel, whose own CMake files hold
# the paths of the machine that built it. Set Serialbox_ROOT to the folder that holds include/ and the libraries.
#
# Target: Serialbox::Serialbox
set(_wheel ${PROJECT_SOURCE_DIR}/.cache/serialbox/serialbox)
find_path(Serialbox_INCLUDE_DIR serialbox-c/Serialbox.h HINTS ${Serialbox_ROOT} $ENV{Serialbox_ROOT} ${_wheel} PATH_SUFFIXES include)
find_library(Serialbox_CORE_LIBRARY SerialboxCore HINTS ${Serialbox_ROOT} $ENV{Serialbox_ROOT} ${_wheel} PATH_SUFFIXES lib .)
find_library(Serialbox_C_LIBRARY SerialboxC HINTS ${Serialbox_ROOT} $ENV{Serialbox_ROOT} ${_wheel} PATH_SUFFIXES lib .)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Serialbox REQUIRED_VARS Serialbox_CORE_LIBRARY Serialbox_C_LIBRARY Serialbox_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "run scripts/setup.sh, which takes it from the serialbox4py wheel, or set Serialbox_ROOT")

if(Serialbox_FOUND AND NOT TARGET Serialbox::Serialbox)
  add_library(Serialbox::Serialbox INTERFACE IMPORTED)
  target_link_libraries(Serialbox::Serialbox INTERFACE ${Serialbox_C_LIBRARY} ${Serialbox_CORE_LIBRARY})
  target_include_directories(Serialbox::Serialbox SYSTEM INTERFACE ${Serialbox_INCLUDE_DIR})
endif()
