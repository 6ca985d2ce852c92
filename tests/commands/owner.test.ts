import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { owner, ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'

const run = promisify(execFile)

test('the operator restores an owner once the server on the embedded database is stopped', async () => {
  const app = await startOwnersApp()
  const env = { ...cleanEnvironment(), DATA_DIR: app.folder, OWNER_EMAIL: owner.email }
  const command = async (...words: string[]) => {
    const ended = await run(process.execPath, ['src/app/commands/owner.ts', ...words], { env }).catch((error) => error)
    return { code: ended.code ?? 0, output: `${ended.stdout}${ended.stderr}`.trim() }
  }
  expect(await command('restore')).toEqual({
    code: 1,
    output:
      'Stagedoor is running on its embedded database, which no other process can open. Stop it, run this again, and start it.',
  })
  await app.stop()
  expect(await command('remove')).toMatchObject({ code: 1, output: expect.stringMatching(/^npm run owner -- restore/) })
  expect(await command('restore', 'nobody')).toMatchObject({ code: 1, output: expect.stringContaining('no email') })
  expect(await command('restore', '--site', 'nowhere.example')).toMatchObject({ code: 1 })

  expect(await command('platform', 'grant', 'nobody@example.com')).toMatchObject({ code: 1 })
  expect(await command('platform', 'grant', owner.email)).toEqual({
    code: 0,
    output: expect.stringMatching(new RegExp(`^${owner.email} has platform access since`)),
  })
  expect(await command('platform', 'list')).toMatchObject({ code: 0, output: expect.stringContaining(owner.email) })
  expect(await command('platform', 'revoke', owner.email)).toEqual({ code: 0, output: 'Nobody has platform access.' })
  expect(await command('platform', 'revoke', owner.email)).toMatchObject({ code: 1 })

  const { code, output } = await command('restore', 'second@marlowquay.example', '--site', 'localhost')
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('second@marlowquay.example has access to Marlow Quay, as the first administrator.'),
  ])
  const [, password] = /They sign in with the password (\S+)/.exec(output)!
  const again = await startApp({ env: { DATA_DIR: app.folder } })
  type List = { administrators: { email: string }[] }
  const { administrators } = await (await ownersApi(again))<List>('GET', '/api/access')
  expect(administrators.map(({ email }) => email)).toEqual(['second@marlowquay.example', owner.email])
  const entered = await fetch(
    `${again.address()}/api/auth/sign-in`,
    jsonRequest({ email: 'second@marlowquay.example', password }, { headers: { origin: again.address() } }),
  )
  expect(entered.status).toBe(200)
  await app.mailTo(owner.email, /Access to Marlow Quay has changed/)
})
