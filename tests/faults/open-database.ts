import { isOperatorError } from '#domain/operator-error.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'

/**
 * Opens the database with its jobs, prints `open`, and keeps it open. Prints an error that a person must correct, and
 * ends with code 1.
 */
const { options } = JSON.parse(process.argv[2]!) as { options: DatabaseOptions }
try {
  const database = await openDatabase(options)
  await startJobs(database, { jobs: [], report: console.error })
  console.log('open')
} catch (error) {
  console.error(isOperatorError(error) ? error.message : error)
  process.exit(1)
}
