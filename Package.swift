// swift-tools-version: 6.2
import PackageDescription

// `Scripts/test` sets this: a warning of a later compiler must not stop a user's build.
let strict = Context.environment["TRIPS_WARNINGS_AS_ERRORS"] != nil
let settings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "trips",
  products: [.executable(name: "trips", targets: ["trips"])],
  targets: [
    .systemLibrary(name: "CSQLite"),
    .target(
      name: "SQLite", dependencies: ["CSQLite", "Platform"], exclude: ["README.md"],
      swiftSettings: settings),
    .systemLibrary(name: "SystemCalls"),
    .target(
      name: "Platform", dependencies: ["SystemCalls"], exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "Migrations",
      dependencies: ["Platform", "SQLite"],
      path: "Migrations",
      exclude: ["README.md"],
      resources: [.embedInCode("SQL")],
      swiftSettings: settings),
    .target(
      name: "TripsCore",
      dependencies: ["Platform", "Migrations", "SQLite"],
      exclude: [
        "README.md", "History/README.md", "Interchange/README.md", "Queries/Search/README.md",
        "Sync/README.md", "Door/README.md",
        "Sync/Vdirsyncer.md",
      ],
      resources: [.embedInCode("Sample/SQL")],
      swiftSettings: settings),
    .executableTarget(
      name: "trips", dependencies: ["Platform", "TripsCore"], exclude: ["README.md"],
      swiftSettings: settings),
    // A seeded generator of random numbers for the tests.
    .target(name: "Chance", path: "Tests/Chance", swiftSettings: settings),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: settings),
    .testTarget(
      name: "MigrationsTests", dependencies: ["Chance", "Migrations", "SQLite"],
      exclude: ["Frozen"],
      swiftSettings: settings),
    .testTarget(
      name: "TripsCoreTests",
      dependencies: ["Chance", "Platform", "Migrations", "TripsCore", "SQLite", "CSQLite"],
      exclude: ["Sync/SyncDecisions.ndjson"], swiftSettings: settings),
    .testTarget(
      name: "tripsTests",
      dependencies: ["Chance", "Platform", "trips", "TripsCore", "SQLite"],
      exclude: ["Help"], swiftSettings: settings),
  ]
)
