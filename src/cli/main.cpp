#include "cli/real_main.h"

int main(int argc, char** argv) { return kab::cli::real_main(argc, argv); }
