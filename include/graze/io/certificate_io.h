// SPDX-License-Identifier: MIT
// Certificates in files. The format is docs/proof.md, section 8.                              [G2]
#pragma once
#include <graze/base/hash.h>
#include <graze/contact/certificate.h>
#include <graze/io/file.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graze {

inline constexpr std::uint32_t kCertificateVersion = 1;

/// Writes pair by pair, so that the proofs of a large scene need not be in memory together.
class CertificateWriter {
 public:
  /// `sink` takes the file's bytes in order and must outlive the writer.
  CertificateWriter(const ByteSink& sink, std::span<const ProvedBody> bodies);
  void add(const PairProof& proof);
  void finish();  ///< a file without it is a cut file

  std::uint64_t bytes() const { return bytes_; }

 private:
  void put(const std::string& part);

  const ByteSink& sink_;
  Hasher hash_;
  std::uint64_t bytes_ = 0;
  std::uint64_t pairs_ = 0;
};

/// Reads pair by pair. Throws InputError with the place of the first byte that is wrong: another
/// kind of file, another version, cut, changed. Memory is bounded by the bytes.
class CertificateReader {
 public:
  /// `place` (a file name) is for messages. The bytes must outlive the reader.
  explicit CertificateReader(std::string_view bytes, std::string place = "certificate");

  const std::vector<ProvedBody>& bodies() const { return bodies_; }
  std::optional<PairProof> next();  ///< nothing after the last, whose checksum was then right

 private:
  template <typename Number>
  Number take();
  ContactWitness take_witness();
  ProofSteps take_steps();
  PairProof take_pair();
  void finish();
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const;

  std::string_view all_;
  std::size_t next_ = 0;
  std::string place_;
  std::vector<ProvedBody> bodies_;
  std::uint64_t pairs_ = 0;
  Hasher hash_;
  bool done_ = false;
};

/// A whole certificate at once.
std::string certificate_bytes(const Certificate& certificate);
Certificate certificate_from_bytes(std::string_view bytes,
                                   const std::string& place = "certificate");

}  // namespace graze
