import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { requireFinishedRestore } from '#server/backup/restore.ts'
import type { Engine } from '#server/db/database.ts'
import type { Failpoint } from '#server/failpoints.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import {
  backupOf,
  emptyInstallation,
  type Installation,
  onCleanup,
  removeInstallationsAtEnd,
  restoreTo,
  runningInstallation,
} from '#tests/fixtures/backup.ts'
import { firstCases } from '#tests/long-test.ts'

removeInstallationsAtEnd()
const run = promisify(execFile)

/** `npm run restore`, killed at a moment. */
async function restoreUntil(moment: Failpoint, { dataDir, options }: Installation, path: string): Promise<void> {
  const proof = join(dataDir, 'killed')
  const env = {
    ...cleanEnvironment(),
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    FAILPOINTS: `${moment}=kill`,
    FAILPOINTS_PROOF: proof,
    ...(options.kind === 'postgres' && { DATABASE_URL: options.url, DATABASE_OWNER_URL: options.ownerUrl }),
  }
  await expect(run(process.execPath, ['src/app/commands/restore.ts', path], { env })).rejects.toMatchObject({
    signal: 'SIGKILL',
  })
  expect(readFileSync(proof, 'utf8')).toBe(`${moment} kill\n`)
}

const moments = firstCases<Failpoint>(1, ['restore.rows', 'restore.queues', 'restore.files', 'restore.kept'])

describe('a killed restore', async () => {
  const source = await runningInstallation('postgres')
  onCleanup(source.close)
  const path = join(source.dataDir, 'backup.zip')
  const made = await backupOf(source, path)

  const engines: Engine[] = process.env.RESTORES === 'all' ? ['postgres', 'pglite'] : ['postgres']
  test.each(engines.flatMap((engine) => moments.map((moment) => [moment, engine] as const)))(
    'at %s can be repeated on %s, and restores all rows and jobs',
    async (moment, engine) => {
      const target = await emptyInstallation(engine)
      await restoreUntil(moment, target, path)
      const begin = () => requireFinishedRestore(target.dataDir, target.options)
      // On PostgreSQL the last moment is after the whole restore.
      const isWhole = engine === 'postgres' && moment === 'restore.kept'
      if (isWhole) await expect(restoreTo(target, path)).rejects.toThrow('holds tables already')
      else {
        await expect(begin()).rejects.toThrow(`Run npm run restore -- "${path}" again`)
        await restoreTo(target, path)
      }
      await expect(begin()).resolves.toBeUndefined()
      const { tables, jobs } = await backupOf(target, join(target.dataDir, 'again.zip'))
      expect(tables).toEqual(made.tables)
      expect(jobs).toBe(1)
      expect(readdirSync(target.dataDir).filter((name) => name.includes('restore'))).toEqual([])
      expect(existsSync(join(target.dataDir, 'db'))).toBe(engine === 'pglite')
    },
  )
})
