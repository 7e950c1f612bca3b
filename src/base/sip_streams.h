// SPDX-License-Identifier: MIT
// The inner loop of SipHashStreams, for several instruction sets.
#pragma once
#include "graze/base/sip_hash.h"

namespace graze {

/// Feeds whole blocks of SipHashStreams::kBlock bytes. All forms give the same bits.
using AddSipBlocks = void (*)(const std::byte* blocks, std::size_t count,
                              SipHashStreams::States& states);

/// For the widest instructions that this machine has, and for any machine.
AddSipBlocks add_sip_blocks();
AddSipBlocks portable_add_sip_blocks();

}  // namespace graze
