package import Migrations

// What the commands need to name of the walk, so that they import TripsCore alone.

package typealias SchemaVersion = Migrations.SchemaVersion
package typealias MigrationOptions = Migrations.MigrationOptions
package typealias MigrationStage = Migrations.MigrationStage
package typealias MigrationReport = Migrations.MigrationReport
package typealias MigrationAction = Migrations.MigrationAction
package typealias MigratedEntity = Migrations.MigratedEntity
package typealias MigrationProblem = Migrations.MigrationProblem
