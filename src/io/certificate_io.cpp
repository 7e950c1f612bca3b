// SPDX-License-Identifier: MIT
#include "graze/io/certificate_io.h"

#include <cmath>

#include "graze/base/error.h"
#include "io/bytes.h"

namespace graze {
namespace {
using io::append_bytes;

constexpr std::string_view kMagic = "GRAZEPRF";
constexpr std::uint8_t kEnd = 0, kPair = 1, kUnproved = 2;
constexpr std::size_t kBodyBytes = 72;

void append(std::string& bytes, const Sha256::Digest& digest) {
  bytes.append(digest.begin(), digest.end());
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
  append_bytes(bytes, static_cast<std::uint8_t>(proof.sunk));
  append_bytes(bytes, proof.a.value);
  append_bytes(bytes, proof.b.value);
  append_bytes(bytes, proof.span.lo);
  append_bytes(bytes, proof.span.hi);
  append_bytes(bytes, proof.distance);
  if (proof.sunk != SunkBody::kNone) append_bytes(bytes, proof.depth);
  if (proof.witness) append(bytes, *proof.witness);
  append_bytes(bytes, proof.steps.half_bytes);
  bytes.append(proof.steps.bytes.begin(), proof.steps.bytes.end());
  return bytes;
}
}  // namespace

CertificateWriter::CertificateWriter(const ByteSink& sink, const ProvedScene& scene) : sink_(sink) {
  std::string header(kMagic);
  append_bytes(header, kCertificateVersion);
  append_bytes(header, static_cast<std::uint32_t>(scene.bodies.size()));
  for (const ProvedBody& body : scene.bodies) {
    append(header, body.mesh);
    append(header, body.motion);
    append_bytes(header, body.tree_hash);
  }
  append(header, scene.pairs);
  put(header);
}

void CertificateWriter::put(const std::string& part) {
  sink_(part);
  hash_.add(part);
  bytes_ += part.size();
}

void CertificateWriter::add(const PairProof& proof) {
  put(bytes_of(proof));
  ++records_;
}

void CertificateWriter::add(const UnprovedPair& pair) {
  std::string bytes;
  append_bytes(bytes, kUnproved);
  append_bytes(bytes, static_cast<std::uint8_t>(pair.reason));
  append_bytes(bytes, pair.a.value);
  append_bytes(bytes, pair.b.value);
  put(bytes);
  ++records_;
}

void CertificateWriter::finish() {
  std::string end;
  append_bytes(end, kEnd);
  append_bytes(end, records_);
  put(end);
  std::string digest;
  append(digest, hash_.digest());
  sink_(digest);
  bytes_ += digest.size();
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
  if (count > (all_.size() - next_) / kBodyBytes)
    refuse(std::to_string(count) + " bodies", "as many as the file is long enough for");
  for (std::uint32_t i = 0; i < count; ++i) {
    ProvedBody body;
    body.mesh = take_digest();
    body.motion = take_digest();
    body.tree_hash = take<std::uint64_t>();
    scene_.bodies.push_back(body);
  }
  scene_.pairs = take_digest();
}

void CertificateReader::refuse(const std::string& found, const std::string& expected) const {
  throw InputError(
      {place_ + ": byte " + std::to_string(next_), found, expected, "make the certificate again"});
}

template <typename Number>
Number CertificateReader::take() {
  if (all_.size() - next_ < sizeof(Number)) refuse("the end of the file", "more of it");
  const auto number = io::load<Number>(all_.data() + next_);
  next_ += sizeof(Number);
  return number;
}

Sha256::Digest CertificateReader::take_digest() {
  Sha256::Digest digest;
  for (std::uint8_t& byte : digest) byte = take<std::uint8_t>();
  return digest;
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
  const auto sunk = take<std::uint8_t>();
  if (shapes > static_cast<std::uint8_t>(ProofShapes::kFaces) || has_witness > 1 ||
      sunk > static_cast<std::uint8_t>(SunkBody::kB))
    refuse("a pair of an unknown kind", "0 to 3, then 0 or 1, then 0 to 2");
  proof.shapes = static_cast<ProofShapes>(shapes);
  proof.a = BodyId(take<std::uint32_t>());
  proof.b = BodyId(take<std::uint32_t>());
  proof.span.lo = take<double>();
  proof.span.hi = take<double>();
  proof.distance = take<double>();
  proof.sunk = static_cast<SunkBody>(sunk);
  if (proof.sunk != SunkBody::kNone) proof.depth = take<double>();
  if (has_witness == 1) proof.witness = take_witness();
  proof.steps = take_steps();
  return proof;
}

void CertificateReader::take_unproved() {
  const auto reason = take<std::uint8_t>();
  if (reason > static_cast<std::uint8_t>(NoProof::kDeforms))
    refuse("an unknown reason", "0 to 3: why there is no proof");
  const BodyId a(take<std::uint32_t>()), b(take<std::uint32_t>());
  unproved_.push_back({a, b, static_cast<NoProof>(reason)});
}

void CertificateReader::finish() {
  if (take<std::uint64_t>() != records_) refuse("another number of pairs", "all that were written");
  Sha256 hash;
  hash.add(all_.substr(0, next_));
  if (take_digest() != hash.digest()) refuse("changed bytes", "the written ones");
  if (next_ != all_.size()) refuse("more bytes", "the end of the file");
  done_ = true;
}

std::optional<PairProof> CertificateReader::next() {
  while (!done_) {
    const auto tag = take<std::uint8_t>();
    if (tag == kEnd) {
      finish();
    } else if (tag == kPair) {
      ++records_;
      return take_pair();
    } else if (tag == kUnproved) {
      ++records_;
      take_unproved();
    } else {
      refuse("a record of an unknown kind", "a pair or the end");
    }
  }
  return std::nullopt;
}

std::string certificate_bytes(const Certificate& certificate) {
  std::string bytes;
  const ByteSink sink = [&](std::string_view part) { bytes += part; };
  CertificateWriter writer(sink, certificate.scene);
  for (const PairProof& proof : certificate.pairs) writer.add(proof);
  for (const UnprovedPair& pair : certificate.unproved) writer.add(pair);
  writer.finish();
  return bytes;
}

Certificate certificate_from_bytes(std::string_view bytes, const std::string& place) {
  CertificateReader reader(bytes, place);
  Certificate certificate{reader.scene(), {}, {}};
  while (auto proof = reader.next()) certificate.pairs.push_back(std::move(*proof));
  certificate.unproved = reader.unproved();
  return certificate;
}

}  // namespace graze
