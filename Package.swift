// swift-tools-version: 6.2
import PackageDescription

// `Scripts/test` sets this: a warning of a later compiler must not stop a user's build.
let strict = Context.environment["TRIPS_WARNINGS_AS_ERRORS"] != nil
let settings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
// SQLite's C interface, for what runs once for each row of a store and for settings without a SQL form.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

let package = Package(
  name: "trips",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "trips", targets: ["trips"])],
  dependencies: [
    // The first version that links against Debian's libsqlite3.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")
  ],
  targets: [
    .target(name: "Platform", dependencies: ["SystemCalls"], swiftSettings: settings),
    .systemLibrary(name: "SystemCalls"),
    .systemLibrary(name: "SQLiteSettings"),
    .systemLibrary(name: "CSQLite"),
    .target(
      name: "SQLite", dependencies: ["CSQLite"], exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "Migrations",
      dependencies: ["Platform", "SQLite"],
      path: "Migrations",
      exclude: ["README.md"],
      resources: [.embedInCode("SQL")],
      swiftSettings: settings),
    .target(
      name: "TripsCore",
      dependencies: ["Platform", "Migrations", "SQLiteSettings", grdb, sqlite],
      exclude: [
        "README.md", "History/README.md", "Interchange/README.md", "Queries/Search/README.md",
        "Sync/README.md",
        "Sync/Vdirsyncer.md",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "trips", dependencies: ["Platform", "TripsCore"], exclude: ["README.md"],
      swiftSettings: settings),
    .testTarget(
      name: "MigrationsTests", dependencies: ["Migrations", "SQLite"], exclude: ["Frozen"],
      swiftSettings: settings),
    .testTarget(
      name: "TripsCoreTests", dependencies: ["Platform", "TripsCore", grdb], swiftSettings: settings
    ),
    .testTarget(
      name: "tripsTests", dependencies: ["Platform", "trips", "TripsCore", grdb], exclude: ["Help"],
      swiftSettings: settings),
  ]
)
