// swift-tools-version: 6.2
import PackageDescription

// `Scripts/test` sets this: a warning of a later compiler must not stop a user's build.
let strict = Context.environment["TRIPS_WARNINGS_AS_ERRORS"] != nil
let settings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "trips",
  platforms: [.macOS(.v15)],
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
    .testTarget(
      name: "MigrationsTests", dependencies: ["Migrations", "SQLite"], exclude: ["Frozen"],
      swiftSettings: settings),
  ]
)
