# Our words on top of CMake.

# st_layer(NAME [DIRS dir...] [NEEDS layer...]): all of src/DIR/*.c as one library.
function(st_layer name)
    cmake_parse_arguments(A "" "" "DIRS;NEEDS" ${ARGN})
    if(NOT A_DIRS)
        set(A_DIRS ${name})
    endif()
    set(sources)
    foreach(dir ${A_DIRS})
        file(GLOB more CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${dir}/*.c)
        list(APPEND sources ${more})
    endforeach()
    add_library(st_${name} STATIC ${sources})
    foreach(need ${A_NEEDS})
        target_link_libraries(st_${name} PUBLIC st_${need})
    endforeach()
endfunction()

# st_text_header(TARGET FILE HEADER NAME): FILE as a text NAME in a header the target may include.
function(st_text_header target file header name)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
    file(READ ${CMAKE_SOURCE_DIR}/${file} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/made/${header} @ONLY
         CONTENT "/* Made from ${file}. */\nstatic const char ${name}[] =\n    \"@text@\";\n")
    target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/made)
endfunction()

# st_games(ID...): the registered games and every text they need, in one library.
function(st_games)
    set(sources ${CMAKE_SOURCE_DIR}/games/registry.c ${CMAKE_SOURCE_DIR}/games/library.c)
    set(texts)
    foreach(id ${ARGN})
        file(GLOB code CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/games/${id}/*.c)
        list(APPEND sources ${code})
        file(GLOB more CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/games
             ${CMAKE_SOURCE_DIR}/games/${id}/tables/*.tsv
             ${CMAKE_SOURCE_DIR}/games/${id}/scenarios/*
             ${CMAKE_SOURCE_DIR}/games/${id}/words/*
             ${CMAKE_SOURCE_DIR}/games/${id}/lessons/*
             ${CMAKE_SOURCE_DIR}/games/${id}/*.md
             ${CMAKE_SOURCE_DIR}/games/${id}/*.tsv)
        list(APPEND texts ${more})
    endforeach()
    # The sheet of drawings (src/view/looks) is a text like the others: NAME=PATH.
    list(APPEND texts looks/looks.css=../src/view/looks/looks.css looks/sheet.svg=../src/view/looks/sheet.svg)
    list(SORT texts COMPARE STRING)
    set(paths ${texts})
    list(TRANSFORM paths REPLACE "^.*=" "")
    list(TRANSFORM paths PREPEND ${CMAKE_SOURCE_DIR}/games/)

    # The embedding program runs on the machine that builds, also when we build for another.
    find_program(ST_HOST_CC NAMES cc gcc clang REQUIRED)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/embed
        COMMAND ${ST_HOST_CC} -O1 -o ${CMAKE_BINARY_DIR}/embed ${CMAKE_SOURCE_DIR}/tools/embed.c
        DEPENDS ${CMAKE_SOURCE_DIR}/tools/embed.c VERBATIM)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/embedded.c
        COMMAND ${CMAKE_BINARY_DIR}/embed ${CMAKE_BINARY_DIR}/embedded.c ${texts}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/games
        DEPENDS ${CMAKE_BINARY_DIR}/embed ${paths} VERBATIM)
    add_library(st_games STATIC ${sources} ${CMAKE_BINARY_DIR}/embedded.c)
    target_include_directories(st_games PRIVATE ${CMAKE_SOURCE_DIR}/games)
    target_link_libraries(st_games PUBLIC st_core)
    set(ST_GAMES ${ARGN} PARENT_SCOPE)
endfunction()

# st_test(FILE.c [LABEL label] [LIBS lib...]): one program with cmocka, run by ctest from the root.
function(st_test file)
    cmake_parse_arguments(A "" "LABEL" "LIBS" ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    add_executable(test_${name} ${file})
    target_link_libraries(test_${name} PRIVATE st_case st_match st_view st_games ${CMOCKA} ${A_LIBS})
    add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${A_LABEL}" TIMEOUT 900)
endfunction()
