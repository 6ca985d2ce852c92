import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '#tests/browser/process.ts'
import { brokenFiles, type DevServerEdit, reloadEdits, serviceEdits } from '#tests/commands/dev-edits.ts'
import { runProjectScript, startDevServer } from '#tests/commands/dev-server.ts'
import { temporaryFolder } from '#tests/commands/npm-start.ts'
import { startChromium } from '#tests/services/chromium.ts'

test.each(['src/app/dev.ts', 'src/app/main.ts'])(
  '%s reports a taken port before it opens a database',
  async (script) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    const data = join(temporaryFolder(), 'data')
    const { child, ended, output } = runProjectScript(script, root, {
      PORT: String(port),
      DATA_DIR: data,
      SETTINGS_FILE: '/dev/null',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await ended).toBe(1)
    expect(output()).toBe(`Port ${port} is taken; set PORT to another.\n`)
    expect(existsSync(data)).toBe(false)
  },
)

describe('the dev server', () => {
  let dev: Awaited<ReturnType<typeof startDevServer>>
  beforeAll(async () => {
    dev = await startDevServer()
  })

  const body = async (address: string) => (await dev.get(address)).text()
  const restarts = () => dev.output().split('Services restarted').length - 1

  test('prints its progress, then the addresses of each site', () => {
    expect(dev.output()).toMatch(
      /Loading the sources….*Opening the database….*Loading the pages….*Started in.*Stagedoor is ready:/s,
    )
    for (const host of ['localhost', 'software.localhost', 'service.localhost'])
      for (const path of ['/', '/admin', '/admin/login', '/dev/mail'])
        expect(dev.output()).toMatch(new RegExp(` http://${host}:\\d+${path}\n`))
  })

  test('logs a request as JSON, because its output is no terminal', async () => {
    await dev.get('/api/site')
    await dev.printed(/^\{"level":30,.*"path":"\/api\/site".*\}$/m)
  })

  /** Resolves when the edit shows, in what is answered at the address or in the terminal. */
  async function makeAndSee({ file, from, to, at }: DevServerEdit): Promise<void> {
    const [mark = ''] = /edited-\w+/.exec(to) ?? []
    dev.edit(file, from, to)
    await expect.poll(async () => (await body(at)) + dev.output()).toContain(mark)
  }

  test.each(serviceEdits)('restarts the services after an edit of $of', async (edit) => {
    const before = restarts()
    await makeAndSee(edit)
    await dev.printed(`Services restarted in \\d+ ms: ${edit.file}`)
    expect(restarts()).toBeGreaterThan(before)
  })

  test.each(reloadEdits)('reloads $of without a restart of the services', async (edit) => {
    await body(edit.at)
    const before = restarts()
    await makeAndSee(edit)
    expect(restarts()).toBe(before)
  })

  test('replaces a component in an open page without loading the page again', async () => {
    const browser = await startChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const isConnected = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'))
    await page.goto(dev.address('/tour'))
    await isConnected
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await expect
      .poll(() => page.evaluate(() => Object.keys(document.querySelector('h1')!).join()))
      .toContain('__reactFiber')
    dev.edit('src/web/site/tour/tour-page.tsx', 'edited-component', 'replaced-component')
    await page.getByText('replaced-component').waitFor()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('the dev server applies an edit of .env', async () => {
    expect((await dev.get('/dev/ui')).status).toBe(404)
    dev.write('.env', 'DEV_PAGES=on')
    await expect.poll(async () => (await dev.get('/dev/ui')).status).toBe(200)
    dev.write('.env', 'DEV_PAGES=maybe')
    await expect.poll(() => body('/healthz')).toContain('DEV_PAGES must be on or off.')
    dev.write('.env', '')
    await expect.poll(() => body('/readyz')).toBe('ready')
  })

  test('explains a syntax error and goes on when it is corrected', async () => {
    const [file, broken] = [brokenFiles.loadedByVite, 'const broken: = 1\n']
    const since = dev.output().length
    dev.edit(file, 'import', `${broken}import`)
    await dev.printed(new RegExp(`Unexpected token.*${file}:1:`, 's'), since)
    expect(await body('/healthz')).toContain('Unexpected token')
    dev.edit(file, broken, '')
    await expect.poll(() => body('/readyz')).toBe('ready')
  })

  test('restarts the process after an edit of a file that Vite does not load', async () => {
    const [file, broken, since] = [brokenFiles.loadedByNode, 'const broken: = 1\n', dev.output().length]
    dev.edit(file, 'import', `${broken}import`)
    await dev.printed(new RegExp(`Unexpected token.*${file}:1:`, 's'), since)
    dev.edit(file, broken, '')
    await dev.printed(/src\/app\/process\.ts changed: the process restarts\..*Started in/s, since)
    expect(await body('/readyz')).toBe('ready')
  })

  test('the dev server ends cleanly on a signal', async () => {
    expect(await dev.stop()).toBe(0)
  })
})
