import { isExplained } from '#domain/explained.ts'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { startJobs } from '#server/jobs/start.ts'

/** Opens the database with its jobs, says so, and keeps it; what a person must set right it says instead, and ends with code 1. */
const { options } = JSON.parse(process.argv[2]!) as { options: DatabaseOptions }
try {
  const database = await openDatabase(options)
  await startJobs(database, { jobs: [], report: console.error })
  console.log('open')
} catch (error) {
  console.error(isExplained(error) ? error.message : error)
  process.exit(1)
}
