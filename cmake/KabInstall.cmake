# ./do install: kab into bin, the workers into libexec/kab, where kab looks for them.
include(GNUInstallDirs)
install(TARGETS kab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS kab-worker RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/kab)
if(TARGET kab-worker-i386)
  install(TARGETS kab-worker-i386 RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/kab)
endif()
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
