# libsandtable: the rules, players and odds as one library with one header, shared and static.
#
# Its sources are those of the layers up to view, compiled once more: in a library everything must be
# position independent, and nothing but the functions of include/ can be seen from outside.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Every layer that view needs, itself among them.
set(layers st_view)
set(sources)
while(layers)
    list(POP_FRONT layers layer)
    if(layer MATCHES "^st_" AND NOT layer IN_LIST seen)
        list(APPEND seen ${layer})
        get_target_property(more ${layer} SOURCES)
        list(APPEND sources ${more})
        get_target_property(more ${layer} LINK_LIBRARIES)
        list(APPEND layers ${more})
    endif()
endwhile()
add_library(sandtable_objects OBJECT ${sources})
add_dependencies(sandtable_objects st_games) # which makes one of the sources
target_compile_options(sandtable_objects PRIVATE -fPIC -fvisibility=hidden)
target_include_directories(sandtable_objects PRIVATE include games)

add_library(sandtable_shared SHARED $<TARGET_OBJECTS:sandtable_objects>)
set_target_properties(sandtable_shared PROPERTIES OUTPUT_NAME sandtable EXPORT_NAME sandtable
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
target_link_options(sandtable_shared PRIVATE -no-pie -Wl,--no-undefined)
target_link_libraries(sandtable_shared PRIVATE m Threads::Threads)

# An archive shows every name that one of its files needs of another, so there is one file in it.
add_custom_command(OUTPUT libsandtable.o
    COMMAND ${CMAKE_LINKER} -r -o libsandtable.o $<TARGET_OBJECTS:sandtable_objects>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden libsandtable.o
    DEPENDS sandtable_objects $<TARGET_OBJECTS:sandtable_objects>
    COMMAND_EXPAND_LISTS VERBATIM)
add_library(sandtable_static STATIC libsandtable.o)
set_target_properties(sandtable_static PROPERTIES OUTPUT_NAME sandtable EXPORT_NAME sandtable_static
    LINKER_LANGUAGE C)
target_link_libraries(sandtable_static INTERFACE m Threads::Threads)

foreach(target sandtable_shared sandtable_static)
    target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
install(TARGETS sandtable_shared sandtable_static EXPORT sandtable
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/sandtable.h include/sandtable_batch.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

configure_file(cmake/sandtable.pc.in sandtable.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sandtable.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sandtable)
install(EXPORT sandtable NAMESPACE sandtable:: FILE sandtable-targets.cmake DESTINATION ${package})
write_basic_package_version_file(sandtable-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES cmake/sandtable-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/sandtable-config-version.cmake
    DESTINATION ${package})
