// SPDX-License-Identifier: MIT
#include "io/threemf/zip_archive.h"

#include <zlib.h>

#include <algorithm>

#include "graze/base/error.h"

namespace graze::io {
namespace {
constexpr std::size_t kEndSize = 22;        // of the record at the end, without its comment
constexpr std::size_t kDirectorySize = 46;  // of an entry of the directory, without its names
constexpr std::size_t kHeaderSize = 30;     // of a file's own header, without its names
constexpr std::uint32_t kEndMark = 0x06054b50, kDirectoryMark = 0x02014b50,
                        kHeaderMark = 0x04034b50;
constexpr std::size_t kLargestUnpacked = std::size_t{1} << 30;
constexpr std::size_t kLargestRatio = 200;
constexpr std::uint32_t kStored = 0, kDeflated = 8, kEncrypted = 1;
}  // namespace

ZipArchive::ZipArchive(std::string_view bytes, std::string place)
    : bytes_(bytes), place_(std::move(place)) {
  read_directory();
}

void ZipArchive::refuse(const std::string& where, std::string found, std::string expected,
                        std::string advice) const {
  throw InputError({where.empty() ? place_ : place_ + ": " + where, std::move(found),
                    std::move(expected), std::move(advice)});
}

/// Little endian. Outside of the archive: refused.
std::uint32_t ZipArchive::number(std::size_t at, int bytes) const {
  if (at > bytes_.size() || bytes_.size() - at < static_cast<std::size_t>(bytes))
    refuse("", "an archive that ends too early", "a whole one", "is the file complete?");
  std::uint32_t value = 0;
  for (int k = 0; k < bytes; ++k) {
    const auto byte = static_cast<unsigned char>(bytes_[at + static_cast<std::size_t>(k)]);
    value |= static_cast<std::uint32_t>(byte) << (8 * k);
  }
  return value;
}

/// The record at the end, before a comment of up to 65,535 bytes.
std::size_t ZipArchive::find_end() const {
  for (std::size_t back = kEndSize; back <= std::min(bytes_.size(), kEndSize + 65'535); ++back) {
    if (number(bytes_.size() - back, 4) == kEndMark) return bytes_.size() - back;
  }
  refuse("", "not a ZIP archive", "a .3mf file, which is one", "is the file complete?");
}

void ZipArchive::read_directory() {
  const std::size_t end = find_end();
  const std::uint32_t count = number(end + 10, 2);
  std::size_t at = number(end + 16, 4);
  if (count == 0xffff || at == 0xffffffff)
    refuse("", "a ZIP64 archive", "one of less than 4 GiB", "export its parts one by one");
  for (std::uint32_t i = 0; i < count; ++i) {
    if (number(at, 4) != kDirectoryMark)
      refuse("byte " + std::to_string(at), "no entry of the directory", "one for each file");
    const std::size_t name_size = number(at + 28, 2);
    const std::size_t more = number(at + 30, 2) + number(at + 32, 2);
    number(at + kDirectorySize + name_size, 0);
    entries_.emplace(bytes_.substr(at + kDirectorySize, name_size),
                     Entry{number(at + 8, 2), number(at + 10, 2), number(at + 16, 4),
                           number(at + 20, 4), number(at + 24, 4), number(at + 42, 4)});
    at += kDirectorySize + name_size + more;
  }
}

std::string_view ZipArchive::packed_bytes(const std::string& name, const Entry& entry) const {
  if (number(entry.header, 4) != kHeaderMark)
    refuse(name, "no file where the directory says", "one");
  const std::size_t begin =
      entry.header + kHeaderSize + number(entry.header + 26, 2) + number(entry.header + 28, 2);
  if (begin > bytes_.size() || bytes_.size() - begin < entry.packed)
    refuse(name, "a file that ends beyond the archive", "a whole one");
  return bytes_.substr(begin, entry.packed);
}

std::string ZipArchive::unpacked(const std::string& name, const Entry& entry) const {
  const std::string_view packed = packed_bytes(name, entry);
  if (entry.method == kStored) return std::string(packed);
  std::string text(entry.size, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) refuse(name, "no memory", "some");
  // zlib does not write to its input, but its type does not say so.
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<unsigned>(packed.size());
  stream.next_out = reinterpret_cast<unsigned char*>(text.data());
  stream.avail_out = static_cast<unsigned>(text.size());
  const int end = inflate(&stream, Z_FINISH);
  const bool is_whole = end == Z_STREAM_END && stream.total_out == text.size();
  inflateEnd(&stream);
  if (!is_whole) refuse(name, "data that does not unpack to its size", "a file as it was packed");
  return text;
}

std::string ZipArchive::read(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) refuse("", "no file '" + name + "' in it", "one");
  const Entry& entry = found->second;
  if ((entry.flags & kEncrypted) != 0) refuse(name, "an encrypted file", "a plain one");
  if (entry.method != kStored && entry.method != kDeflated)
    refuse(name, "packing method " + std::to_string(entry.method), "0 (stored) or 8 (deflated)");
  if (entry.size > kLargestUnpacked || entry.size / kLargestRatio > entry.packed)
    refuse(name, std::to_string(entry.size) + " bytes packed in " + std::to_string(entry.packed),
           "at most 1 GiB, and 200 times the packed size");
  std::string text = unpacked(name, entry);
  const auto checksum = crc32(0, reinterpret_cast<const unsigned char*>(text.data()),
                              static_cast<unsigned>(text.size()));
  if (checksum != entry.checksum) refuse(name, "a wrong checksum", "the file as it was packed");
  return text;
}

}  // namespace graze::io
