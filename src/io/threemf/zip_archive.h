// SPDX-License-Identifier: MIT
// Files packed in a ZIP archive: stored or deflated, unpacked one by one with a limit.         [G3]
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace graze::io {

class ZipArchive {
 public:
  /// Refers to the bytes. Throws InputError for what is not a ZIP archive, for archives beyond 4
  /// GiB or 65,534 files (ZIP64), and for entries that lie outside of it.
  ZipArchive(std::string_view bytes, std::string place);

  bool has(const std::string& name) const { return entries_.contains(name); }

  /// The whole file. Throws InputError if there is none of that name, for other packings and
  /// encryption, for a wrong checksum, and for more than 1 GiB or 200 times its packed size: such
  /// files are made to exhaust a machine.
  std::string read(const std::string& name) const;

 private:
  struct Entry {
    std::uint32_t flags = 0;
    std::uint32_t method = 0;
    std::uint32_t checksum = 0;
    std::size_t packed = 0;
    std::size_t size = 0;
    std::size_t header = 0;  ///< where its own header lies
  };

  [[noreturn]] void refuse(const std::string& where, std::string found, std::string expected,
                           std::string advice = {}) const;
  std::uint32_t number(std::size_t at, int bytes) const;
  std::size_t find_end() const;
  void read_directory();
  std::string_view packed_bytes(const std::string& name, const Entry& entry) const;
  std::string unpacked(const std::string& name, const Entry& entry) const;

  std::string_view bytes_;
  std::string place_;
  std::map<std::string, Entry> entries_;
};

}  // namespace graze::io
