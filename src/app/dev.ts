import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createServer, isRunnableDevEnvironment, transformWithOxc } from 'vite'
import { type Config, readConfig } from '#app/config.ts'
import { createReloader, formatDevError } from '#app/dev-reload.ts'
import { shutDownServer } from '#app/http/server.ts'
import { formatStartError, listenOrExplain, printErrorAndExit, readSettingsFile, stopOnSignal } from '#app/process.ts'

/**
 * `npm run dev`: the application of `npm start`, but Vite loads the sources, so that an edit shows without a restart. The
 * port is open from the beginning, and requests wait until the application can answer them.
 */
process.env.NODE_ENV = 'development'
// The embedded database is open sooner when V8 does not optimise its WebAssembly.
setFlagsFromString('--liftoff-only')

const startedAt = performance.now()
const progress = (step: string) => console.log(step)
const { PORT, HOST, DATA_DIR } = readSettings()
const server = createHttpServer({ requestTimeout: 0, requireHostHeader: false }, async (request, response) => {
  const { middlewares } = await creatingVite
  middlewares(request, response, () => reloader.listener(request, response))
})
const port = await listenOrExplain(server, { PORT, HOST }).catch(printErrorAndExit)

progress('Loading the sources…')
const settingsPath = resolve(process.env.SETTINGS_FILE || '.env')
let isOpen = false
const reloader = createReloader({
  settingsPath,
  restart,
  ssr: () => {
    const { ssr } = vite.environments
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the server code')
    return ssr
  },
  open: async (createServices) => {
    const services = await createServices(process.env, readSettingsFile(), {
      port,
      hasWelcome: !isOpen,
      beforeOpening: async (config) => {
        if (config.PORT !== PORT || config.HOST !== HOST) await restart('PORT or HOST')
      },
      ...(isOpen ? {} : { progress }),
    })
    isOpen = true
    return services
  },
})
const creatingVite = createServer({
  appType: 'custom',
  clearScreen: false,
  envDir: false, // .env holds settings of Stagedoor, and none of Vite
  plugins: [reloader.plugin],
  server: {
    middlewareMode: true,
    ws: { server }, // the policy of our pages allows no other port
    allowedHosts: true,
    watch: { ignored: [`${resolve(DATA_DIR)}/**`, resolve('{bench,chaos,docs,tests}/**'), '**/*.test.{ts,tsx}'] },
  },
})
const vite = await creatingVite
stopOnSignal({ isLeaving: false, stopJobs: async () => {}, close: reloader.close }, stopListening)

const services = await reloader.start().catch((error) => {
  console.error(formatDevError(error))
  process.exit(1)
})
// After the start an unhandled error comes from an edit, and the next edit may correct it.
process.on('uncaughtException', (error) => console.error(formatStartError(error)))
progress('Loading the pages…')
await fetch(services.siteEnvironmentOf(services.sites.defaultSite).origin).then(
  (page) => page.text(),
  () => {},
)
progress(`Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
services.welcome(port)
// The modules that a browser loads with its first page, and their imports.
for (const path of ['/src/web/styles.css', '/src/app/router.tsx']) void vite.warmupRequest(path)

function readSettings(): Config {
  try {
    return readConfig(process.env, readSettingsFile())
  } catch (error) {
    return printErrorAndExit(error)
  }
}

async function stopListening(): Promise<void> {
  await vite.close()
  await shutDownServer(server, 1_000)
}

/** Replaces this process by a new one with the same id. Throws when the edit is a syntax error. */
async function restart(changed: string): Promise<void> {
  if (changed.endsWith('.ts')) await transformWithOxc(readFileSync(changed, 'utf8'), changed)
  console.log(`${changed} changed: the process restarts.`)
  await stopListening()
  await reloader.close()
  process.execve!(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env)
}
