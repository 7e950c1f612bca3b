// SPDX-License-Identifier: MIT
#include "graze/io/certificate_io.h"

#include <cmath>

#include "graze/base/error.h"
#include "io/bytes.h"

namespace graze {
namespace {
using io::append_bytes;

constexpr std::string_view kMagic = "GRAZEPRF";
constexpr std::uint8_t kEnd = 0, kPair = 1;

std::uint64_t checksum(std::string_view bytes) {
  Hasher hasher;
  hasher.add_bytes(std::as_bytes(std::span(bytes.data(), bytes.size())));
  return hasher.value();
}

void append(std::string& bytes, const ContactWitness& witness) {
  append_bytes(bytes, witness.time);
  append_bytes(bytes, witness.distance);
  for (const std::uint32_t triangle : witness.triangles) append_bytes(bytes, triangle);
  for (const double weight : witness.weights_a) append_bytes(bytes, weight);
  for (const double weight : witness.weights_b) append_bytes(bytes, weight);
}

std::string bytes_of(const PairProof& proof) {
  std::string bytes;
  append_bytes(bytes, kPair);
  append_bytes(bytes, static_cast<std::uint8_t>(proof.shapes));
  append_bytes(bytes, std::uint8_t(proof.witness ? 1 : 0));
  append_bytes(bytes, std::uint8_t{0});
  append_bytes(bytes, proof.a.value);
  append_bytes(bytes, proof.b.value);
  append_bytes(bytes, proof.span.lo);
  append_bytes(bytes, proof.span.hi);
  append_bytes(bytes, proof.distance);
  if (proof.witness) append(bytes, *proof.witness);
  append_bytes(bytes, proof.steps.half_bytes);
  bytes.append(proof.steps.bytes.begin(), proof.steps.bytes.end());
  return bytes;
}
}  // namespace

CertificateWriter::CertificateWriter(const ByteSink& sink, std::span<const ProvedBody> bodies)
    : sink_(sink) {
  std::string header(kMagic);
  append_bytes(header, kCertificateVersion);
  append_bytes(header, static_cast<std::uint32_t>(bodies.size()));
  for (const ProvedBody& body : bodies) {
    append_bytes(header, body.mesh_hash);
    append_bytes(header, body.tree_hash);
    append_bytes(header, body.motion_hash);
  }
  put(header);
}

// The checksum is that of the checksums of the parts: nothing has to be kept to compute it.
void CertificateWriter::put(const std::string& part) {
  sink_(part);
  hash_.add(checksum(part));
  bytes_ += part.size();
}

void CertificateWriter::add(const PairProof& proof) {
  put(bytes_of(proof));
  ++pairs_;
}

void CertificateWriter::finish() {
  std::string end;
  append_bytes(end, kEnd);
  append_bytes(end, pairs_);
  append_bytes(end, hash_.value());
  sink_(end);
  bytes_ += end.size();
}

CertificateReader::CertificateReader(std::string_view bytes, std::string place)
    : all_(bytes), place_(std::move(place)) {
  if (all_.substr(0, kMagic.size()) != kMagic)
    refuse("no 'GRAZEPRF' at the beginning", "a certificate of graze check --certificate");
  next_ = kMagic.size();
  const auto version = take<std::uint32_t>();
  if (version != kCertificateVersion)
    refuse("version " + std::to_string(version), "version " + std::to_string(kCertificateVersion));
  const auto count = take<std::uint32_t>();
  if (count > (all_.size() - next_) / 24)
    refuse(std::to_string(count) + " bodies", "as many as the file is long enough for");
  for (std::uint32_t i = 0; i < count; ++i) {
    ProvedBody body;
    body.mesh_hash = take<std::uint64_t>();
    body.tree_hash = take<std::uint64_t>();
    body.motion_hash = take<std::uint64_t>();
    bodies_.push_back(body);
  }
  hash_.add(checksum(all_.substr(0, next_)));
}

void CertificateReader::refuse(const std::string& found, const std::string& expected) const {
  throw InputError(
      {place_ + ": byte " + std::to_string(next_), found, expected, "make the certificate anew"});
}

template <typename Number>
Number CertificateReader::take() {
  if (all_.size() - next_ < sizeof(Number)) refuse("the end of the file", "more of it");
  const auto number = io::load<Number>(all_.data() + next_);
  next_ += sizeof(Number);
  return number;
}

ContactWitness CertificateReader::take_witness() {
  ContactWitness witness;
  witness.time = take<double>();
  witness.distance = take<double>();
  for (std::uint32_t& triangle : witness.triangles) triangle = take<std::uint32_t>();
  for (double& weight : witness.weights_a) weight = take<double>();
  for (double& weight : witness.weights_b) weight = take<double>();
  return witness;
}

ProofSteps CertificateReader::take_steps() {
  ProofSteps steps;
  steps.half_bytes = take<std::uint64_t>();
  const std::uint64_t count = steps.half_bytes / 2 + steps.half_bytes % 2;
  if (count > all_.size() - next_)
    refuse(std::to_string(steps.half_bytes) + " half bytes", "as many as the file has left");
  const std::string_view bytes = all_.substr(next_, count);
  steps.bytes.assign(bytes.begin(), bytes.end());
  next_ += count;
  return steps;
}

PairProof CertificateReader::take_pair() {
  PairProof proof;
  const auto shapes = take<std::uint8_t>();
  const auto has_witness = take<std::uint8_t>();
  if (shapes > static_cast<std::uint8_t>(ProofShapes::kDeforming) || has_witness > 1 ||
      take<std::uint8_t>() != 0)
    refuse("a pair of an unknown kind", "0, 1 or 2, then 0 or 1, then 0");
  proof.shapes = static_cast<ProofShapes>(shapes);
  proof.a = BodyId(take<std::uint32_t>());
  proof.b = BodyId(take<std::uint32_t>());
  proof.span.lo = take<double>();
  proof.span.hi = take<double>();
  proof.distance = take<double>();
  if (has_witness == 1) proof.witness = take_witness();
  proof.steps = take_steps();
  return proof;
}

void CertificateReader::finish() {
  if (take<std::uint64_t>() != pairs_) refuse("another number of pairs", "all that were written");
  if (take<std::uint64_t>() != hash_.value()) refuse("changed bytes", "the written ones");
  if (next_ != all_.size()) refuse("more bytes", "the end of the file");
  done_ = true;
}

std::optional<PairProof> CertificateReader::next() {
  if (done_) return std::nullopt;
  const std::size_t begin = next_;
  const auto tag = take<std::uint8_t>();
  if (tag == kEnd) {
    finish();
    return std::nullopt;
  }
  if (tag != kPair) refuse("a record of an unknown kind", "a pair or the end");
  PairProof proof = take_pair();
  hash_.add(checksum(all_.substr(begin, next_ - begin)));
  ++pairs_;
  return proof;
}

std::string certificate_bytes(const Certificate& certificate) {
  std::string bytes;
  const ByteSink sink = [&](std::string_view part) { bytes += part; };
  CertificateWriter writer(sink, certificate.bodies);
  for (const PairProof& proof : certificate.pairs) writer.add(proof);
  writer.finish();
  return bytes;
}

Certificate certificate_from_bytes(std::string_view bytes, const std::string& place) {
  CertificateReader reader(bytes, place);
  Certificate certificate{reader.bodies(), {}};
  while (auto proof = reader.next()) certificate.pairs.push_back(std::move(*proof));
  return certificate;
}

}  // namespace graze
