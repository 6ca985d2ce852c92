import type { RequestListener, ServerResponse } from 'node:http'
import { relative } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { buildErrorMessage, type EnvironmentModuleNode, type Plugin, type RunnableDevEnvironment } from 'vite'
import type * as DevEntry from '#app/dev-entry.ts'
import { redactError } from '#app/http/log-redaction.ts'
import { formatError } from '#app/log.ts'
import type { Services } from '#app/services.ts'
import { isOperatorError } from '#domain/operator-error.ts'

/** Editors and git write several files at once: they are one edit. */
const pauseMs = 50
/** How long requests under way may take before the services are closed. */
const requestGraceMs = 2_000

/** Node has loaded these itself, so Vite cannot replace them. */
const needsNewProcess = /^src\/app\/(dev|dev-reload|process)\.ts$/
/** The services read these from disk or run them in processes of their own. Editors' temporary files have other names. */
const isReadByServices =
  /^((migrations|sites)\/.*\w\.(json|md|sql|avif|jpe?g|png|svg|webp|m4a|mp[34]|wav|webm)|src\/(domain|server)\/.*\w\.ts)$/

type Deps = {
  ssr: () => RunnableDevEnvironment
  open: (openServices: typeof DevEntry.createServices) => Promise<Services>
  settingsPath: string
  /** Returns only when it fails. */
  restart: (changed: string) => Promise<void>
}

/** What changed since the last load. */
type PendingEdits = {
  paths: Set<string>
  /** Modules that changed since the last successful load; all of them must be loaded again. */
  outdated: Set<EnvironmentModuleNode>
  /** The services read the changed file when they are opened. */
  mustReopen: boolean
}

/**
 * The application as the sources are now. Vite evaluates a changed module and its importers again, and no other module.
 * When `createServices` is among them the services were made of old code, so they are closed and opened again; requests wait.
 * Otherwise (pages, most API routes) only the routes are made again, on the same services.
 */
export function createReloader({ ssr, open, settingsPath, restart }: Deps) {
  const edits: PendingEdits = { paths: new Set(), outdated: new Set(), mustReopen: false }
  const underWay = new Set<ServerResponse>()
  let loadedBy: RunnableDevEnvironment | undefined
  let current: { createServices: typeof DevEntry.createServices; services: Services } | undefined
  let answer: RequestListener = () => {}
  const started = Promise.withResolvers<void>()
  let ready = started.promise

  async function load(): Promise<'Services restarted' | 'Reloaded'> {
    loadedBy = ssr()
    const { createServices, createListener } = await loadedBy.runner.import<typeof DevEntry>('/src/app/dev-entry.ts')
    if (!edits.paths.size) edits.outdated.clear()
    const mustOpen = edits.mustReopen || current?.createServices !== createServices
    edits.mustReopen = false
    if (mustOpen) await close()
    current ??= { createServices, services: await open(createServices) }
    answer = createListener(current.services)
    return mustOpen ? 'Services restarted' : 'Reloaded'
  }

  async function close(): Promise<void> {
    for (const until = Date.now() + requestGraceMs; underWay.size && Date.now() < until; ) await after(20)
    const closing = current?.services
    current = undefined
    await closing?.close()
  }

  async function reload(): Promise<void> {
    await after(pauseMs)
    const paths = [...edits.paths]
    const [first, ...others] = paths
    const what = `${first}${others.length ? ` and ${others.length} more` : ''} changed`
    edits.paths.clear()
    const began = performance.now()
    try {
      const own = paths.find((path) => needsNewProcess.test(path))
      if (own) await restart(own)
      const done = await load()
      console.log(`${done} in ${Math.round(performance.now() - began)} ms: ${what}.`)
    } catch (error) {
      const problem = `${what}, and the application does not start:\n${formatDevError(error)}`
      console.error(`${problem}\nIt starts again when this is corrected.`)
      answer = respondWithProblem(problem)
    }
  }

  function scheduleReload(path: string): void {
    if (!edits.paths.size) ready = ready.then(reload)
    edits.paths.add(path)
  }

  return {
    plugin: reloadPlugin({ ssr, settingsPath, scheduleReload }, edits),
    /** Opens the services for the first time; an error is for the caller. */
    start: async (): Promise<Services> => {
      await load()
      started.resolve()
      return current!.services
    },
    close,
    listener: (async (request, response) => {
      // Vite replaces its environments when its own configuration has changed.
      if (loadedBy && loadedBy !== ssr()) scheduleReload('vite.config.ts')
      await ready
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
      answer(request, response)
    }) satisfies RequestListener,
  }
}

const respondWithProblem =
  (problem: string): RequestListener =>
  (_request, response) =>
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(problem)

type PluginDeps = Pick<Deps, 'ssr' | 'settingsPath'> & { scheduleReload: (path: string) => void }

/** Vite calls it for every file below the project's folder that is written, added or removed. */
const reloadPlugin = ({ ssr, settingsPath, scheduleReload }: PluginDeps, edits: PendingEdits): Plugin => ({
  name: 'stagedoor:reload',
  configureServer: ({ watcher }) => void watcher.add(settingsPath),
  hotUpdate: {
    order: 'post',
    handler({ file, modules }) {
      if (this.environment.name !== 'ssr') return
      const path = relative(process.cwd(), file)
      const isLoaded = ssr().runner.evaluatedModules.getModulesByFile(file) !== undefined
      if (file === settingsPath || (!isLoaded && isReadByServices.test(path))) edits.mustReopen = true
      for (const module of modules) edits.outdated.add(module)
      if (invalidate(ssr(), edits.outdated) || edits.mustReopen || needsNewProcess.test(path)) scheduleReload(path)
      return [] // Vite itself would evaluate every module again.
    },
  },
})

/** Has these modules and their importers evaluated again when they are next imported; false when none was loaded. */
function invalidate({ runner, moduleGraph }: RunnableDevEnvironment, modules: Set<EnvironmentModuleNode>): boolean {
  let wasLoaded = false
  const affected = new Set(modules)
  for (const module of modules) moduleGraph.invalidateModule(module)
  for (const { id, importers } of affected) {
    for (const importer of importers) affected.add(importer)
    const evaluated = id && runner.evaluatedModules.getModuleById(id)
    if (!evaluated) continue
    runner.evaluatedModules.invalidateModule(evaluated)
    wasLoaded = true
  }
  return wasLoaded
}

const isViteError = (error: unknown): error is Parameters<typeof buildErrorMessage>[0] =>
  error instanceof Error && 'plugin' in error

/** Vite's own errors name the file and show the line; of the calls that led to another, those in the sources say where. */
export function formatDevError(error: unknown): string {
  if (isOperatorError(error)) return error.message
  const text = isViteError(error) ? buildErrorMessage(error, [error.message], false) : formatError(redactError(error))
  return stripVTControlCharacters(text).replaceAll(/\n +at .*(node_modules\/|node:).*/g, '')
}
