// SPDX-License-Identifier: MIT
#define GRAZE_SIP_NAMESPACE sip_avx2
#include "base/sip_streams_body.h"

namespace graze {
AddSipBlocks avx2_add_sip_blocks() { return sip_avx2::add_blocks; }
}  // namespace graze
