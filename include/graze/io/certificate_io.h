// SPDX-License-Identifier: MIT
// Certificates in files. The format is docs/proof.md, section 8.                              [G2]
#pragma once
#include <graze/contact/certificate.h>
#include <graze/io/file.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graze {

inline constexpr std::uint32_t kCertificateVersion = 2;

/// Writes pair by pair, so that the proofs of a large scene need not be in memory together.
class CertificateWriter {
 public:
  /// `sink` takes the file's bytes in order and must outlive the writer.
  CertificateWriter(const ByteSink& sink, const ProvedScene& scene);
  void add(const PairProof& proof);
  void add(const UnprovedPair& pair);
  void finish();  ///< without it the file counts as cut off

  std::uint64_t bytes() const { return bytes_; }

 private:
  void put(const std::string& part);

  const ByteSink& sink_;
  Sha256 hash_;
  std::uint64_t bytes_ = 0;
  std::uint64_t records_ = 0;
};

/// Reads pair by pair. Throws InputError with the place of the first byte that is wrong, if the
/// file is of another kind or version, cut off or changed. The memory used is bounded by the size
/// of the file.
class CertificateReader {
 public:
  /// `place` (a file name) is for messages. The bytes must outlive the reader.
  explicit CertificateReader(std::string_view bytes, std::string place = "certificate");

  const ProvedScene& scene() const { return scene_; }
  std::optional<PairProof> next();  ///< nothing after the last: then the checksum was right
  /// Pairs of the question without a proof. Complete only once the last proof has been read.
  const std::vector<UnprovedPair>& unproved() const { return unproved_; }

 private:
  template <typename Number>
  Number take();
  Sha256::Digest take_digest();
  ContactWitness take_witness();
  ProofSteps take_steps();
  PairProof take_pair();
  void take_unproved();
  void finish();
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const;

  std::string_view all_;
  std::size_t next_ = 0;
  std::string place_;
  ProvedScene scene_;
  std::vector<UnprovedPair> unproved_;
  std::uint64_t records_ = 0;
  bool done_ = false;
};

/// A whole certificate at once.
std::string certificate_bytes(const Certificate& certificate);
Certificate certificate_from_bytes(std::string_view bytes,
                                   const std::string& place = "certificate");

}  // namespace graze
