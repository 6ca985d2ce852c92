import { expect, onTestFinished, test } from 'vitest'
import { recoveryFindings } from '#server/doctor/backups.ts'
import { runStatementOn, startPostgres } from '#tests/services/postgres.ts'

test('reports WAL archiving as ok until it fails', async () => {
  const cluster = await startPostgres({ archive: 'test ! -e wanted-to-fail' })
  onTestFinished(cluster.stop)
  const url = cluster.ownerUrl('postgres')
  const looked = async () => {
    const [found] = await recoveryFindings({ url, folder: '/nowhere', every: undefined }, new Date())
    return [found!.state, found!.message]
  }
  expect(await looked()).toEqual(['bad', 'WAL archiving is on, but PostgreSQL has never archived a segment'])
  const write = () =>
    runStatementOn(url, 'create table if not exists t (n int); insert into t values (1); select pg_switch_wal()')
  await write()
  await expect.poll(looked).toEqual(['ok', expect.stringMatching(/^PostgreSQL archives its log/)])
  await runStatementOn(url, `copy (select 1) to program 'touch wanted-to-fail'`)
  await write()
  await expect.poll(looked).toEqual(['bad', 'PostgreSQL fails to archive its log'])
})
