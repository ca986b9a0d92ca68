/// The 64-bit hash FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), for text and files that
/// are not crafted to collide.
package struct FNV1a: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01b3

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
  }

  /// Hashes eight bytes per step where possible: eight times as fast as `add`, with another result.
  package mutating func addWords(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position + 8 <= bytes.count {
      value ^= UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      value = value &* Self.prime
      // Multiplication alone carries no bits downwards.
      value ^= value >> 32
      position += 8
    }
    add(bytes[position...])
  }

  /// The hash as 16 hexadecimal digits.
  package var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
