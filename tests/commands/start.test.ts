import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/app.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import { npmStart, temporaryFolder } from '#tests/commands/npm-start.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a signal to npm ends the application cleanly', async () => {
  const started = await npmStart(root, temporaryFolder())
  await started.ready()
  expect(await started.terminate()).toBe('SIGTERM')
  await expect.poll(started.isAnyoneLeft).toBe(false)
  await expect(fetch(started.address)).rejects.toThrow()
})

test.each(['owner.password', 'owner.made'])(
  'does not lose the password of the owner when the first start is killed at %s',
  async (moment) => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: folder, DEMO: 'off', OWNER_EMAIL: 'owner@marlowquay.example' }
    const faults = { NODE_ENV: 'test', FAILPOINTS: `${moment}=kill`, FAILPOINTS_PROOF: join(folder, 'proof') }
    const killed = spawn(process.execPath, ['src/app/main.ts'], {
      env: { ...cleanEnvironment(), ...env, ...faults, PORT: '0' },
      stdio: 'ignore',
    })
    expect((await once(killed, 'exit'))[1]).toBe('SIGKILL')
    const path = join(folder, 'secrets/owner-password')
    const { password } = JSON.parse(readFileSync(path, 'utf8'))
    const app = await startApp({ env })
    const signedIn = await fetch(
      `${app.address()}/api/auth/sign-in`,
      jsonRequest({ email: env.OWNER_EMAIL, password }, { headers: { origin: app.address() } }),
    )
    expect(signedIn.status).toBe(200)
    await expect.poll(() => existsSync(path)).toBe(false)
  },
)
