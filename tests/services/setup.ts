import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { startPostgres } from '#tests/services/postgres.ts'

/** The database that every test's own is a copy of. */
export const templateDatabase = 'template_stagedoor'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses on the tests' PostgreSQL, up to the name of the database. */
    postgres: { ownerUrl: string; url: string }
    pgliteTemplate: string
    /** The processes that the fault tests start and kill, each in one file, so that they are quick to start. */
    childScripts: string
  }
}

/** Once for a run: a PostgreSQL server, and on both engines a database that is ready to be copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Optimising the WebAssembly of PGlite would take longer than all that it does here.
  setFlagsFromString('--liftoff-only')
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-pglite-'))
  const scripts = resolve(`node_modules/.cache/stagedoor-tests-${process.pid}`)
  const cluster = await startPostgres()
  const teardown = async () => {
    await cluster.stop()
    for (const made of [folder, scripts]) rmSync(made, { recursive: true, force: true })
  }
  try {
    const urls = { url: cluster.url(templateDatabase), ownerUrl: cluster.ownerUrl('postgres') }
    await cluster.run(`create database ${templateDatabase}`)
    await finishTemplate(await openPostgres({ ...urls, ownerUrl: cluster.ownerUrl(templateDatabase), poolSize: 1 }))
    await finishTemplate(await openPglite({ folder: join(folder, 'db'), durable: false }))
    await bundle(scripts)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgres', { ownerUrl: cluster.ownerUrl(''), url: cluster.url('') })
  project.provide('pgliteTemplate', join(folder, 'db'))
  project.provide('childScripts', scripts)
  return teardown
}

async function finishTemplate(database: Database): Promise<void> {
  const jobs = await startJobs(database, { jobs: [], work: false, report: console.error })
  await jobs.stop()
  await database.close()
}

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      rolldownOptions: {
        input: ['open-database', 'writer', 'worker', 'webhooks', 'upload-server', 'hourly-memory'].map(
          (name) => `tests/faults/${name}.ts`,
        ),
      },
    },
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg', 'pg-boss'] },
  })
}
