import TripsCore

/// The reports of items and of stays.
enum ItemReport {
  static var columns: [Column<BucketListItem>] {
    [
      Column("id", alignment: .right) { $1.number($0.id) },
      Column("uid", rank: nil) { $1.text($0.uid) },
      Column("title", isFlexible: true) { $1.text($0.title) },
      Column("details", rank: 12, isFlexible: true) { $1.text($0.details) },
      Column("place", rank: 11, isFlexible: true) { $1.text($0.place) },
      Column("reference", rank: 10, isFlexible: true) { $1.text($0.reference) },
      Column("hasReservation", title: "RESERVED", rank: 5) { $1.flag($0.hasReservation) },
      Column("isInPlan", title: "PLANNED", rank: 8) { $1.flag($0.isInPlan) },
      Column("isDone", title: "DONE", rank: 2) { $1.flag($0.isDone) },
      Column("isPaid", title: "PAID", rank: 7) { $1.flag($0.isPaid) },
      Column("date", rank: 1) { $1.text($0.date?.description) },
      Column("time", rank: 3) { $1.text($0.time?.description) },
      Column("endDate", title: "END", rank: 7) { $1.text($0.endDate?.description) },
      Column("endTime", title: "END TIME", rank: 6) { $1.text($0.endTime?.description) },
      Column("cost", alignment: .right, rank: 4) { $1.money($0.cost) },
      Column("trip", title: "TRIP ID", alignment: .right, rank: 13) { $1.number($0.trip?.id) },
      Column("tripName", title: "TRIP", isFlexible: true) { $1.text($0.trip?.name) },
    ]
  }
}

enum StayReport {
  static var columns: [Column<LivingAccommodation>] {
    [
      Column("id", alignment: .right) { $1.number($0.id) },
      Column("uid", rank: nil) { $1.text($0.uid) },
      Column("placeName", title: "PLACE", isFlexible: true) { $1.text($0.placeName) },
      Column("address", rank: 6, isFlexible: true) { $1.text($0.address) },
      Column("details", rank: 9, isFlexible: true) { $1.text($0.details) },
      Column("reference", rank: 8, isFlexible: true) { $1.text($0.reference) },
      Column("isConfirmed", title: "CONFIRMED", rank: 3) { $1.flag($0.isConfirmed) },
      Column("isPaid", title: "PAID", rank: 5) { $1.flag($0.isPaid) },
      Column("startDate", title: "CHECK-IN", rank: 1) { $1.text($0.startDate?.description) },
      Column("endDate", title: "CHECK-OUT", rank: 2) { $1.text($0.endDate?.description) },
      Column("cost", alignment: .right, rank: 4) { $1.money($0.cost) },
      Column("trip", title: "TRIP ID", alignment: .right, rank: 12) { $1.number($0.trip?.id) },
      Column("tripName", title: "TRIP", isFlexible: true) { $1.text($0.trip?.name) },
    ]
  }
}
