# npm ci in the build folder, with words that help where it fails.
file(MAKE_DIRECTORY ${FOLDER})
file(COPY ${WEB}/package.json ${WEB}/package-lock.json DESTINATION ${FOLDER})
execute_process(COMMAND ${NPM} ci --omit=dev --ignore-scripts --prefer-offline --no-audit --no-fund
  --loglevel=error WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
if(failed)
  message(FATAL_ERROR "npm could not fetch what the page of kab report is made of (web/package-lock.json):\n${said}\n"
    "Connect to the network (or set npm's registry to one that is reachable) and build again, or build "
    "without the page: cmake -DKAB_PAGE=OFF ${FOLDER}/..")
endif()
file(TOUCH ${FOLDER}/installed)
