#include "archive/checksum.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <exception>
#include <memory>
#include <numeric>
#include <stdexcept>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors are passed only to functions that are inlined
#endif

namespace icodyn {

namespace {

constexpr int lanes = 16;
constexpr std::size_t chunk = 64;          // bytes that one step of the hash takes
constexpr std::size_t piece = 512 * chunk;  // bytes that a lane reads at a time
typedef std::uint32_t Words __attribute__((vector_size(4 * lanes)));
typedef std::int32_t SignedWords __attribute__((vector_size(4 * lanes)));

// FIPS 180-4, 4.2.2 and 5.3.3: fractional parts of the cube and square roots of the first primes.
constexpr std::uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr std::uint32_t start_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// Serialbox's shift and "rotation" of signed words.
template <int n>
inline Words shift(const Words& x) {
  return (Words)((SignedWords)x >> n);
}
template <int n>
inline Words turn(const Words& x) {
  return (x << (32 - n)) | shift<n>(x);
}

struct State {
  Words h[8];
};

inline Words byte_swapped(const Words& x) {
  return (x << 24) | ((x & 0xff00u) << 8) | ((x >> 8) & 0xff00u) | (x >> 24);
}

// One chunk of each lane.
void step(State& state, const unsigned char* const (&at)[lanes]) {
  Words w[16];
  for (int i = 0; i < 16; ++i) {
    std::uint32_t word[lanes];
    for (int l = 0; l < lanes; ++l) std::memcpy(&word[l], at[l] + 4 * i, 4);
    std::memcpy(&w[i], word, sizeof word);
    w[i] = byte_swapped(w[i]);
  }
  Words a = state.h[0], b = state.h[1], c = state.h[2], d = state.h[3], e = state.h[4], f = state.h[5], g = state.h[6], h = state.h[7];
  for (int block = 0; block < 64; block += 16) {
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
      if (block > 0) {
        const Words x = w[(i + 14) % 16], y = w[(i + 1) % 16];
        w[i] += (turn<17>(x) ^ turn<19>(x) ^ shift<10>(x)) + w[(i + 9) % 16] + (turn<7>(y) ^ turn<18>(y) ^ shift<3>(y));
      }
      const Words t1 = h + (turn<6>(e) ^ turn<11>(e) ^ turn<25>(e)) + ((e & f) ^ (~e & g)) + round_constants[block + i] + w[i];
      const Words t2 = (turn<2>(a) ^ turn<13>(a) ^ turn<22>(a)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
  }
  state.h[0] += a;
  state.h[1] += b;
  state.h[2] += c;
  state.h[3] += d;
  state.h[4] += e;
  state.h[5] += f;
  state.h[6] += g;
  state.h[7] += h;
}

// One message on its way through a lane.
struct Lane {
  const ByteSource* source = nullptr;  // nullptr: idle
  std::size_t result = 0;
  std::uint64_t position = 0;
  bool padded = false;
  const unsigned char* at = nullptr;
  std::size_t chunks = 0;  // whole chunks ready at `at`
  std::unique_ptr<unsigned char[]> buffer = std::make_unique_for_overwrite<unsigned char[]>(piece);

  void begin(const ByteSource& s, std::size_t index) {
    source = &s;
    result = index;
    position = 0;
    padded = false;
    refill();
  }
  // False at the end of the message.
  bool refill() {
    if (padded) return false;
    const std::uint64_t left = source->length - position;
    at = buffer.get();
    if (left >= chunk) {
      const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(piece, left / chunk * chunk));
      source->read(position, count, buffer.get());
      position += count;
      chunks = count / chunk;
      return true;
    }
    // the rest, a 1 bit, zeros, and the length in bits, big-endian
    const auto rest = static_cast<std::size_t>(left);
    chunks = rest + 9 <= chunk ? 1 : 2;
    std::memset(buffer.get(), 0, chunks * chunk);
    if (rest > 0) source->read(position, rest, buffer.get());
    buffer[rest] = 0x80;
    for (std::size_t i = 0; i < 8; ++i) buffer[chunks * chunk - 1 - i] = static_cast<unsigned char>(source->length * 8 >> (8 * i));
    padded = true;
    return true;
  }
};

std::string hex(const unsigned char* bytes, std::size_t n) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    out += digits[bytes[i] >> 4];
    out += digits[bytes[i] & 15];
  }
  return out;
}

// Hashes the sources named by `mine`, handing the next one to each lane that becomes free.
void hash_in_lanes(const std::vector<ByteSource>& sources, const std::vector<std::size_t>& mine, std::vector<std::string>& results) {
  State state{};
  std::array<Lane, lanes> lane;
  static constexpr unsigned char idle[chunk] = {};
  std::size_t next = 0;
  const auto start = [&](int l) {
    Lane& one = lane[static_cast<std::size_t>(l)];
    if (next == mine.size()) {
      one.source = nullptr;
      return;
    }
    for (int i = 0; i < 8; ++i) state.h[i][l] = start_state[i];
    one.begin(sources[mine[next]], mine[next]);
    ++next;
  };
  for (int l = 0; l < lanes; ++l) start(l);
  for (;;) {
    std::size_t steps = 0;  // that all busy lanes can take
    for (const Lane& one : lane)
      if (one.source) steps = steps == 0 ? one.chunks : std::min(steps, one.chunks);
    if (steps == 0) return;
    const unsigned char* at[lanes];
    for (int l = 0; l < lanes; ++l) at[l] = lane[static_cast<std::size_t>(l)].source ? lane[static_cast<std::size_t>(l)].at : idle;
    for (std::size_t s = 0; s < steps; ++s) {
      step(state, at);
      for (int l = 0; l < lanes; ++l)
        if (at[l] != idle) at[l] += chunk;
    }
    for (int l = 0; l < lanes; ++l) {
      Lane& one = lane[static_cast<std::size_t>(l)];
      if (!one.source) continue;
      one.at += steps * chunk;
      one.chunks -= steps;
      if (one.chunks > 0 || one.refill()) continue;
      unsigned char digest[32];
      for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<unsigned char>(state.h[i / 4][l] >> (24 - 8 * (i % 4)));
      results[one.result] = hex(digest, sizeof digest);
      start(l);
    }
  }
}

std::string openssl_digest(const EVP_MD* algorithm, const ByteSource& source) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  std::vector<unsigned char> buffer(piece);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  bool good = context && EVP_DigestInit_ex(context.get(), algorithm, nullptr) == 1;
  for (std::uint64_t position = 0; good && position < source.length; position += buffer.size()) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), source.length - position));
    source.read(position, count, buffer.data());
    good = EVP_DigestUpdate(context.get(), buffer.data(), count) == 1;
  }
  if (!good || EVP_DigestFinal_ex(context.get(), digest, &size) != 1) throw std::runtime_error("OpenSSL cannot compute this checksum");
  return hex(digest, size);
}

}  // namespace

bool known_checksum(const std::string& algorithm) { return algorithm == "SHA256" || algorithm == "MD5"; }

std::vector<std::string> checksums(const std::string& algorithm, const std::vector<ByteSource>& sources) {
  std::vector<std::string> results(sources.size());
  // The longest first, each to the thread with the fewest bytes so far.
  std::vector<std::size_t> order(sources.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sources[a].length > sources[b].length; });
  std::uint64_t total = 0;
  for (const ByteSource& s : sources) total += s.length;
  std::size_t threads = 0;
#pragma omp parallel if (total > 1000000) reduction(+ : threads)  // below that, waking them costs more than it brings
  threads += 1;
  std::vector<std::vector<std::size_t>> share(threads);
  std::vector<std::uint64_t> bytes(threads, 0);
  for (std::size_t i : order) {
    const auto least = static_cast<std::size_t>(std::min_element(bytes.begin(), bytes.end()) - bytes.begin());
    share[least].push_back(i);
    bytes[least] += sources[i].length + chunk;
  }
  std::exception_ptr failure;
#pragma omp parallel for schedule(static, 1) if (threads > 1)
  for (std::size_t t = 0; t < threads; ++t) try {
      if (algorithm == "MD5")
        for (std::size_t i : share[t]) results[i] = openssl_digest(EVP_md5(), sources[i]);
      else if (!share[t].empty())
        hash_in_lanes(sources, share[t], results);
    } catch (...) {
#pragma omp critical(icodyn_checksum_failure)
      failure = std::current_exception();
    }
  if (failure) std::rethrow_exception(failure);
  return results;
}

std::string standard_sha256(const ByteSource& source) { return openssl_digest(EVP_sha256(), source); }

bool looks_like_checksum(const std::string& algorithm, const std::string& text) {
  const std::size_t bytes = algorithm == "MD5" ? 16 : 32;
  return text.size() >= bytes && text.size() <= 2 * bytes &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

bool same_checksum(const std::string& digest, const std::string& text) {
  std::string upper = text, bare, first_padded;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  for (std::size_t i = 0; i + 1 < digest.size(); i += 2) {
    const std::string full = digest.substr(i, 2), shortened = full[0] == '0' ? full.substr(1) : full;
    bare += shortened;
    first_padded += i == 0 ? full : shortened;
  }
  return upper == digest || upper == bare || upper == first_padded;
}

}  // namespace icodyn
