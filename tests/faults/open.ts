import { isExplained } from '#domain/explained.ts'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'

/** Opens the database, says so, and keeps it; what a person must set right it says instead, and ends with code 1. */
const { options } = JSON.parse(process.argv[2]!) as { options: DatabaseOptions }
try {
  await openDatabase(options)
  console.log('open')
  setInterval(() => {}, 60_000)
} catch (error) {
  console.error(isExplained(error) ? error.message : error)
  process.exit(1)
}
