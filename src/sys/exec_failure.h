// Why a program that exists did not start, in words: errno alone misleads ("No such file" about a
// script whose interpreter is missing).
#pragma once

#include <string>

#include "base/result.h"

namespace kab::sys {

/// What execve(path) failed with, as an error that names the real obstacle. kInput where the file
/// is at fault, kUnavailable where this machine is.
Error exec_failure(const std::string& path, int error_number);

}  // namespace kab::sys
