package import Migrations

// Types of migrations that the commands need, so that they import only TripsCore.

package typealias SchemaVersion = Migrations.SchemaVersion
package typealias MigrationStage = Migrations.MigrationStage
package typealias MigrationReport = Migrations.MigrationReport
package typealias Entity = Migrations.Entity
package typealias MigrationProblem = Migrations.MigrationProblem
package typealias LostReference = Migrations.LostReference
