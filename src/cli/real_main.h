// kab without the process around it.
#pragma once

namespace kab::cli {

/// Parses the command line, runs the command, prints its error if there is one. The value is the
/// exit code.
int real_main(int argc, char** argv);

}  // namespace kab::cli
