/** The five layers in import order, and what each must not import. */
const layers = ['domain', 'server', 'api', 'web', 'app'] as const
type Layer = (typeof layers)[number]

export type Source = { path: string; text: string }
export type LayerViolation = { file: string; imports: string; why: string; remedy: string }

type Import = { file: string; specifier: string; typeOnly: boolean }
type Rule = { why: string; remedy: string; breaks: (from: string, to: string, typeOnly: boolean) => boolean }

/** Of a kind of section, the rules and the form belong to the domain, and the view to the pages of visitors. */
const isSectionView = (path: string) => /^src\/sections\/(.*\/view|section-(box|list|view))\.tsx?$/.test(path)
const layerOf = (path: string): Layer | undefined => {
  if (path.startsWith('src/sections/')) return isSectionView(path) ? 'web' : 'domain'
  return layers.find((layer) => path.startsWith(`src/${layer}/`))
}
const within = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`)
const forVisitors = (path: string) => within('web/site')(path) || isSectionView(path)
const isPackage = (to: string, ...names: string[]) => names.some((name) => to === name || to.startsWith(`${name}/`))

const rules: Rule[] = [
  {
    why: 'a layer imports only itself and the layers before it (domain, server, api, web, app)',
    remedy: 'move what both need into the earlier layer, or hand it over as a parameter',
    breaks: (from, to) => {
      const [here, there] = [layerOf(from), layerOf(to)]
      return here !== undefined && there !== undefined && layers.indexOf(there) > layers.indexOf(here)
    },
  },
  {
    why: 'the browser never holds server code',
    remedy: 'ask the API for it, or move the rule into src/domain',
    breaks: (from, to) => layerOf(from) === 'web' && layerOf(to) === 'server',
  },
  {
    why: 'the browser knows the API by its types only',
    remedy: "write `import type`, and call it through the client of '#web/api-client.ts'",
    breaks: (from, to, typeOnly) => layerOf(from) === 'web' && layerOf(to) === 'api' && !typeOnly,
  },
  {
    why: 'what visitors and administrators load are separate bundles',
    remedy: 'move what both show into src/web/ui',
    breaks: (from, to) =>
      (forVisitors(from) && within('web/admin')(to)) || (within('web/admin')(from) && forVisitors(to)),
  },
  {
    why: 'a shared part of the interface knows neither side that uses it',
    remedy: 'give it what it shows as a property',
    breaks: (from, to) => within('web/ui')(from) && (within('web/site')(to) || within('web/admin')(to)),
  },
  {
    why: 'the domain is what is true: no Node, no network, no React, no database',
    remedy: 'take the value as a parameter (`now`, not the clock) and leave the doing to src/server',
    breaks: (from, to) =>
      layerOf(from) === 'domain' &&
      (to.startsWith('node:') || isPackage(to, 'react', 'react-dom', 'hono', 'drizzle-orm', 'pg', 'pino')),
  },
  {
    why: 'only src/app imports the sites',
    remedy: 'take the site as a parameter',
    breaks: (from, to) => layerOf(from) !== undefined && layerOf(from) !== 'app' && to.startsWith('sites/'),
  },
  {
    why: 'product code imports no tests and no fixtures',
    remedy: 'move what both need into src, or copy the sample data that a demo shows into its own file',
    breaks: (from, to) => layerOf(from) !== undefined && to.startsWith('tests/'),
  },
]

const importing =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(importing)].map(([, type, stated, dynamic]) => ({
    file: path,
    specifier: stated ?? dynamic!,
    typeOnly: Boolean(type),
  }))
}

/** `#web/ui/x.ts` and `../ui/x.ts` are the same place. */
function placeOf(specifier: string, from: string): string {
  if (/^#(sites|tests)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${from}`).pathname.slice(1)
  return specifier
}

export function layerViolations(sources: Source[]): LayerViolation[] {
  return sources.flatMap(importsOf).flatMap(({ file, specifier, typeOnly }) => {
    const to = placeOf(specifier, file)
    return rules
      .filter((rule) => rule.breaks(file, to, typeOnly))
      .map(({ why, remedy }) => ({ file, imports: specifier, why, remedy }))
  })
}

/** Chains of imports, types left out, from a file that `isStart` accepts to one that `isForbidden` accepts. */
export function forbiddenImportChains(
  sources: Source[],
  isStart: (path: string) => boolean,
  isForbidden: (path: string) => boolean,
): string[][] {
  const loads = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source).flatMap(({ file, specifier, typeOnly }) => (typeOnly ? [] : placeOf(specifier, file))),
    ]),
  )
  const search = (path: string, before: string[], seen: Set<string>): string[] | undefined => {
    if (isForbidden(path)) return [...before, path]
    if (seen.has(path)) return undefined
    seen.add(path)
    for (const next of loads.get(path) ?? []) {
      const found = search(next, [...before, path], seen)
      if (found) return found
    }
    return undefined
  }
  return [...loads.keys()].filter(isStart).flatMap((path) => {
    const found = search(path, [], new Set())
    return found ? [found] : []
  })
}

/**
 * Import circles between features: a feature is a folder (or a file) of its layer. Two features that need each other are
 * one feature, or both need a third. Type imports count only on request.
 */
export function importCycles(sources: Source[], { withTypes = false } = {}): string[][] {
  const folder = (path: string) =>
    path
      .split('/')
      .slice(0, path.startsWith('src/web/') ? 4 : 3)
      .join('/')
      .replace(/\.tsx?$/, '')
  const imports = new Map<string, Set<string>>()
  for (const { file, specifier, typeOnly } of sources.flatMap(importsOf)) {
    const [from, to] = [folder(file), folder(placeOf(specifier, file))]
    if ((typeOnly && !withTypes) || from === to || !layerOf(file) || layerOf(file) !== layerOf(`${to}/`)) continue
    imports.set(from, (imports.get(from) ?? new Set()).add(to))
  }
  const found = new Map<string, string[]>()
  for (const [from, targets] of imports)
    for (const to of targets) {
      const back = shortestPath(imports, to, from)
      const members = back && [...back].sort().join()
      if (members && !found.has(members)) found.set(members, [from, ...back])
    }
  return [...found.values()]
}

function shortestPath(edges: ReadonlyMap<string, Set<string>>, from: string, to: string): string[] | undefined {
  const paths = [[from]]
  const visited = new Set([from])
  for (const path of paths) {
    const last = path.at(-1)!
    if (last === to) return path
    for (const next of edges.get(last) ?? [])
      if (!visited.has(next)) {
        visited.add(next)
        paths.push([...path, next])
      }
  }
  return undefined
}

/** Groups of files that import each other, types included (Tarjan's strongly connected components). */
export function fileCycles(sources: Source[]): string[][] {
  const paths = new Set(sources.map(({ path }) => path))
  const imports = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .map(({ file, specifier }) => placeOf(specifier, file))
        .filter((path) => paths.has(path)),
    ]),
  )
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const next of imports.get(file)!) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group)
  }
  for (const file of paths) if (!index.has(file)) visit(file)
  return found
}

/** Exported types and interfaces of one name in several files, with the files. */
export function sharedTypeNames(sources: Source[]): string[] {
  const files = new Map<string, string[]>()
  for (const { path, text } of sources)
    for (const [, name] of text.matchAll(/^export (?:declare )?(?:type|interface) (\w+)/gm))
      files.set(name!, [...(files.get(name!) ?? []), path])
  return [...files].flatMap(([name, where]) => (where.length > 1 ? [`${name}: ${where.join(', ')}`] : []))
}
