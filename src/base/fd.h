// A file descriptor that closes itself.
#pragma once

#include <utility>

namespace kab {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int raw) : raw_(raw) {}
  Fd(Fd&& other) noexcept : raw_(std::exchange(other.raw_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      raw_ = std::exchange(other.raw_, -1);
    }
    return *this;
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { reset(); }

  int get() const { return raw_; }
  explicit operator bool() const { return raw_ >= 0; }
  int release() { return std::exchange(raw_, -1); }
  void reset();

 private:
  int raw_ = -1;
};

}  // namespace kab
