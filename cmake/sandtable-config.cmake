# find_package(sandtable): the targets sandtable::sandtable and sandtable::sandtable_static.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/sandtable-targets.cmake)
