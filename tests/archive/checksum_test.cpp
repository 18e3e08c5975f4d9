#include "archive/checksum.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "serialbox/core/hash/HashFactory.h"

namespace icodyn {
namespace {

std::vector<std::vector<unsigned char>> messages(const std::vector<std::size_t>& lengths) {
  std::mt19937 random(7);
  std::vector<std::vector<unsigned char>> out;
  for (std::size_t n : lengths) {
    out.emplace_back(n);
    for (auto& byte : out.back()) byte = static_cast<unsigned char>(random());
  }
  return out;
}

std::vector<ByteSource> sources(const std::vector<std::vector<unsigned char>>& all) {
  std::vector<ByteSource> out;
  for (const auto& m : all)
    out.push_back({m.size(), [&m](std::uint64_t at, std::size_t n, unsigned char* to) { std::memcpy(to, m.data() + at, n); }});
  return out;
}

TEST(checksum, agrees_with_serialbox_at_every_length_around_the_chunk_and_piece_sizes) {
  std::vector<std::size_t> lengths;
  for (std::size_t n = 0; n < 260; ++n) lengths.push_back(n);
  for (std::size_t n : {32768, 65536})
    for (std::size_t d = 0; d < 130; ++d) lengths.push_back(n - 65 + d);
  lengths.push_back(1000003);
  const auto all = messages(lengths);
  const auto library = serialbox::HashFactory::create("SHA256");
  const auto ours = checksums("SHA256", sources(all));
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_TRUE(same_checksum(ours[i], library->hash(all[i].data(), static_cast<int>(all[i].size())))) << "length " << all[i].size();
}

TEST(checksum, every_single_flipped_bit_changes_it) {
  auto all = messages({96});
  for (std::size_t bit = 0; bit < 8 * 96; ++bit) {
    all.push_back(all[0]);
    all.back()[bit / 8] ^= static_cast<unsigned char>(1u << (bit % 8));
  }
  const auto digests = checksums("SHA256", sources(all));
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_NE(digests[i], digests[0]) << "bit " << i - 1;
}

TEST(checksum, md5_and_standard_sha256_give_the_published_digests) {
  const std::vector<std::vector<unsigned char>> all = {{'a', 'b', 'c'}};
  EXPECT_EQ(checksums("MD5", sources(all))[0], "900150983CD24FB0D6963F7D28E17F72");
  EXPECT_EQ(standard_sha256(sources(all)[0]), "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD");
}

TEST(checksum, zeros_that_serialbox_drops_are_allowed_for) {
  const std::string digest = "0A00F10B";
  EXPECT_TRUE(same_checksum(digest, "A0F1B"));
  EXPECT_TRUE(same_checksum(digest, "0A0F1B"));
  EXPECT_TRUE(same_checksum(digest, "0a00f10b"));
  EXPECT_FALSE(same_checksum(digest, "A00F10B"));
  EXPECT_FALSE(same_checksum(digest, "A0F1C"));
}

TEST(checksum, text_written_by_hand_is_told_from_a_checksum) {
  EXPECT_FALSE(looks_like_checksum("SHA256", "0"));
  EXPECT_FALSE(looks_like_checksum("SHA256", "unique-17"));
  EXPECT_TRUE(looks_like_checksum("SHA256", std::string(61, 'A')));
  EXPECT_FALSE(looks_like_checksum("SHA256", std::string(65, 'A')));
  EXPECT_TRUE(looks_like_checksum("MD5", std::string(30, '7')));
}

}  // namespace
}  // namespace icodyn
