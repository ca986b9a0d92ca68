/// Ids of trips, a bit each in the blocks that `SearchBlock` makes of them.
struct TripSet {
  /// The ids of a block by their last byte.
  typealias Bits = SIMD4<UInt64>

  /// Ascending.
  private var numbers: [Int64] = []
  private var bits: [Bits] = []

  init(_ ids: [Int64] = []) {
    for id in ids { insert(id) }
  }

  var count: Int {
    bits.reduce(0) { sum, bits in sum + bits.indices.reduce(0) { $0 + bits[$1].nonzeroBitCount } }
  }

  /// Ascending.
  var ids: [Int64] {
    zip(numbers, bits).flatMap { number, bits in
      SearchBlock.ids(number).filter { bits & Self.bits(of: $0) != .zero }
    }
  }

  func contains(_ id: Int64) -> Bool {
    let place = place(of: SearchBlock.number(of: id))
    return place < numbers.count && numbers[place] == SearchBlock.number(of: id)
      && bits[place][Int(id >> 6 & 3)] >> UInt64(id & 0x3F) & 1 == 1
  }

  mutating func insert(_ id: Int64) {
    insert(Self.bits(of: id), ofBlock: SearchBlock.number(of: id))
  }

  mutating func insert(_ added: Bits, ofBlock number: Int64) {
    let place = place(of: number)
    if place < numbers.count, numbers[place] == number {
      bits[place] |= added
    } else {
      numbers.insert(number, at: place)
      bits.insert(added, at: place)
    }
  }

  mutating func remove(_ id: Int64) {
    guard contains(id) else { return }
    bits[place(of: SearchBlock.number(of: id))] &= ~Self.bits(of: id)
  }

  static func bits(of id: Int64) -> Bits {
    var bits = Bits.zero
    bits[Int(id >> 6 & 3)] = 1 << UInt64(id & 0x3F)
    return bits
  }

  /// Where a block is, or would be.
  private func place(of number: Int64) -> Int {
    // Most come in their order.
    if let last = numbers.last, last < number { return numbers.count }
    var range = 0..<numbers.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = numbers[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
