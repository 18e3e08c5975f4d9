// Checksums as Serialbox computes and prints them, fast enough to check every block that is read.
//
// What Serialbox calls SHA256 is the algorithm of FIPS 180-4 with one difference: its 32-bit words are signed, so that every right
// shift, also inside a rotation, copies the sign bit. No library and no processor instruction computes that; its own code
// does 0.2 GB/s. Here 16 blocks are hashed at once, one in each vector lane, in every thread. MD5 is the standard one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace icodyn {

// A block of bytes that is given out in pieces: read(offset in the block, count, destination). May be called from several threads.
struct ByteSource {
  std::uint64_t length = 0;
  std::function<void(std::uint64_t, std::size_t, unsigned char*)> read;
};

bool known_checksum(const std::string& algorithm);  // "SHA256" or "MD5"

// Digest of each source, two upper-case hex digits for each byte.
std::vector<std::string> checksums(const std::string& algorithm, const std::vector<ByteSource>& sources);

// The digest that FIPS 180-4 defines: archives written by hand often hold this one under the name SHA256.
std::string standard_sha256(const ByteSource& source);

// Whether the archive's text could be a checksum at all. "0" and the like were written by hand.
bool looks_like_checksum(const std::string& algorithm, const std::string& text);

// Whether the text in an archive stands for this digest: Serialbox drops leading zeros of a byte (of MD5, all but the first one's).
bool same_checksum(const std::string& digest, const std::string& text);

}  // namespace icodyn
