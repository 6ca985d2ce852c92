import { globSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { siteEditorScreens } from '#web/admin/site-editor/screens.ts'

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sites/README.md', ...globSync('docs/**/*.md')].sort()
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))

const folders = ['bench', 'chaos', 'deploy', 'docs', 'migrations', 'scripts', 'sites', 'src', 'tests']
const layers = readdirSync('src')
const files = readdirSync('.', { withFileTypes: true }).flatMap((entry) => {
  if (entry.isFile()) return [entry.name]
  if (!folders.includes(entry.name)) return []
  const inside = readdirSync(entry.name, { recursive: true, encoding: 'utf8' })
  return [entry.name, ...inside.map((file) => `${entry.name}/${file}`)]
})
/** Every file and folder on a line of its own, so that one search finds a path or the end of one. */
const tree = `\n/${files.join('\n/')}\n`

/** `tests/isolation`, `app/services.ts` (relative to src), `sites/<name>/site.ts` and `walk.test.ts` name files of ours. */
function looksLikePath(word: string): boolean {
  if (!/^[\w.<>*{},/-]+$/.test(word) || word.startsWith('/')) return false
  const [first, ...rest] = word.split('/')
  return (rest.length > 0 && [...folders, ...layers].includes(first!)) || /\.(tsx?|mjs|md|sql)$/.test(word)
}

/** What stands before a path may be left out; `<name>` and `*` are any name, `{a,b}` is both. */
function exists(path: string): boolean {
  const [, before, choices, after] = /^(.*?)\{(.+?)\}(.*)$/.exec(path) ?? []
  if (choices) return choices.split(',').every((choice) => exists(`${before}${choice}${after}`))
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replaceAll(/<[^>]+>/g, '[^/\n]+')
    .replaceAll('*', '[^/\n]*')
  return new RegExp(`/${pattern}\n`).test(tree)
}

/** As GitHub makes them from headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

function leadsSomewhere(target: string, document: string, text: string): boolean {
  if (/^(https?|mailto):/.test(target)) return true
  const [path, anchor] = target.split('#')
  const file = path ? posix.join(posix.dirname(document), path).replace(/\/$/, '') : document
  if (path && !files.includes(file)) return false
  return anchor === undefined || anchorsOf(path ? readFileSync(file, 'utf8') : text).includes(anchor)
}

/** Paths, links and npm scripts that a document names and the repository does not have. */
function staleIn(document: string, text: string): string[] {
  const code = text.match(/`[^`\n]+`|^ {4}.+$|^```[\s\S]+?^```/gm) ?? []
  const words = code.flatMap((each) => each.replaceAll('`', ' ').split(/[\s,;()]+(?![^{]*\})/))
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  const runs = [...text.matchAll(/npm (?:run )?(test|start|(?<=run )[\w:-]+)/g)].map(([, script]) => script!)
  return [
    ...words.filter((word) => looksLikePath(word) && !exists(word)),
    ...links.filter((target) => !leadsSomewhere(target, document, text)),
    ...runs.filter((script) => !(script in scripts)).map((script) => `npm run ${script}`),
  ]
}

test.each(documents)('paths, links and scripts that %s names exist', (document) => {
  expect(staleIn(document, readFileSync(document, 'utf8'))).toEqual([])
})

/** Identifiers that a document gives with their file, as `x` in `file` or `x` (`file`), and that the file does not have. */
function missingIdentifiersIn(text: string): string[] {
  const named = text.matchAll(/`([A-Za-z_$][\w$]*)`(?: in | of | \()`([\w./-]+\.tsx?)`/g)
  return [...named].flatMap(([, identifier, path]) => {
    const found = files.filter((file) => `/${file}`.endsWith(`/${path}`))
    const word = new RegExp(`(?<![\\w$])${identifier!.replaceAll('$', '\\$')}(?![\\w$])`)
    return found.some((file) => word.test(readFileSync(file, 'utf8'))) ? [] : [`${identifier} in ${path}`]
  })
}

test.each(documents)('identifiers that %s names with their file are in that file', (document) => {
  expect(missingIdentifiersIn(readFileSync(document, 'utf8'))).toEqual([])
})

test('the check of identifiers reads every way to name a file, and fails for a name that is gone', () => {
  const text = '`sendNothing` in `src/domain/csv.ts`, `sendNothing` of `csv.ts` (`sendNothing` (`domain/csv.ts`))'
  expect(missingIdentifiersIn(text)).toEqual([
    'sendNothing in src/domain/csv.ts',
    'sendNothing in csv.ts',
    'sendNothing in domain/csv.ts',
  ])
  expect(missingIdentifiersIn('`test` in `tests/docs.test.ts`')).toEqual([])
})

/** A path on a line of its own, and the blocks of code after it, which are excerpts of that file. */
function excerptsIn(text: string): { path: string; excerpt: string }[] {
  const parts = text.matchAll(/^ *`([^`\n]+)`\n|^( *)```ts\n([\s\S]+?)^ *```/gm)
  const found: { path: string; excerpt: string }[] = []
  let path = ''
  for (const [, named, indent = '', block] of parts) {
    if (named) path = named
    else found.push({ path, excerpt: block!.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })
  }
  return found
}

const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
const excerpts = excerptsIn(contributing)

test('CONTRIBUTING shows a feature in every layer', () => {
  for (const folder of ['src/domain', 'src/server', 'src/api', 'src/app', 'tests/isolation'])
    expect(excerpts.map(({ path }) => path)).toContainEqual(expect.stringContaining(`${folder}/`))
})

test.each(excerpts)('the excerpt of $path matches the file: $excerpt', ({ path, excerpt }) => {
  expect(readFileSync(path, 'utf8')).toContain(excerpt)
})

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)

type Recipe = {
  /** Words of the example that the recipe follows. A file that has one of them belongs into the recipe. */
  examples: string[]
  steps: { paths: string[]; quotes: string[] }[]
}

/** A section "Add a …": a paragraph that names the example, and a table with a row for each file to touch. */
function recipeIn(text: string, title: string): Recipe {
  const section = text.split(`\n### ${title}\n`)[1]?.split(/\n##/)[0] ?? ''
  const [, named = ''] = /^The examples? (?:is|are) ((?:`[^`]+`|[^:`])+): /m.exec(section) ?? []
  const steps = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | '))
    .map((cells) => ({ paths: codeIn(cells[0]!), quotes: codeIn(cells.at(-1)!) }))
  return { examples: codeIn(named), steps }
}

const sources = files.filter((file) => /^(src|sites|tests)\/.+(?<!\.gen)\.tsx?$/.test(file))

/** Files that are missing, lines that are gone, and files of the example that the recipe leaves out. */
function brokenIn({ examples, steps }: Recipe): string[] {
  const named = steps.flatMap(({ paths }) => paths)
  const quoted = steps.flatMap(({ paths, quotes }) => paths.flatMap((path) => quotes.map((quote) => ({ path, quote }))))
  const missing = named.filter((path) => !files.includes(path))
  const gone = quoted.filter(({ path, quote }) => files.includes(path) && !readFileSync(path, 'utf8').includes(quote))
  const leftOut = sources.filter((path) => {
    const text = named.includes(path) ? '' : readFileSync(path, 'utf8')
    return examples.some((example) => text.includes(example))
  })
  return [...missing, ...gone.map(({ path, quote }) => `${path}: ${quote}`), ...leftOut]
}

describe.each(['Add a field', 'Add an admin screen', 'Add a permission', 'Add a kind of section'])(
  'the recipe "%s"',
  (title) => {
    const recipe = recipeIn(contributing, title)
    const [first, ...others] = recipe.steps

    test('every recipe names the files of its example and quotes existing lines', () => {
      expect(recipe.examples).not.toEqual([])
      expect(recipe.steps.length).toBeGreaterThan(2)
      for (const { quotes } of recipe.steps) expect(quotes).not.toEqual([])
      expect(brokenIn(recipe)).toEqual([])
    })

    test('the recipe check fails for a missing file', () => {
      const steps = [{ paths: ['src/domain/never.ts'], quotes: first!.quotes }, ...recipe.steps]
      expect(brokenIn({ ...recipe, steps })).toContain('src/domain/never.ts')
    })

    test('the recipe check fails for a quoted line that no longer exists', () => {
      const [path] = first!.paths
      const steps = [{ paths: [path!], quotes: ['a line that is gone'] }, ...recipe.steps]
      expect(brokenIn({ ...recipe, steps })).toContain(`${path}: a line that is gone`)
    })

    test('the recipe check fails when a file of its example is left out', () => {
      expect(brokenIn({ ...recipe, steps: others })).toContain(first!.paths[0])
    })
  },
)

const logLines = ['docs/operations.md', 'docs/security.md'].flatMap((document) => {
  const quoted = readFileSync(document, 'utf8').matchAll(/\blog(?: says| line)? `([^`]+)`/g)
  return [...quoted].map(([, line]) => ({ document, line: line! }))
})

test('the guides quote at least one log line', () => {
  expect(new Set(logLines.map(({ document }) => document)).size).toBe(2)
})

test.each(logLines)('a log line in $document is one that the server writes: $line', ({ line }) => {
  const product = sources.filter((path) => path.startsWith('src/') && !path.includes('.test.'))
  expect(product.filter((path) => readFileSync(path, 'utf8').includes(line))).not.toEqual([])
})

test.each([
  ['`src/domain/csv.ts`'],
  ['`domain/csv.ts`, `csv.ts` and `activity/words.ts`'],
  ['`tests/isolation`, `deploy/` and `domain/<feature>`'],
  ['`sites/<name>/site.ts` and `server/downloads/admin-*.ts`'],
  ['`tests/{layers,docs}.test.ts`'],
  ['`cp deploy/Caddyfile /etc/caddy/Caddyfile`'],
  ['    npm run doctor     looks at src/domain'],
  ['[operations](docs/operations.md#keys), [here](#a-heading), [deploy/](deploy), [out](https://example.com/x.md)'],
  ['`data/files`, `GET /tour`, `products.digital_metadata`, `@node-rs/argon2`, `and/or`'],
])('accepts the reference in: %s', (text) => expect(staleIn('README.md', `# A heading\n\n${text}\n`)).toEqual([]))

test.each([
  ['`src/domain/never.ts`', 'src/domain/never.ts'],
  ['`domain/checkout/csv.ts`', 'domain/checkout/csv.ts'],
  ['`sv.ts`', 'sv.ts'],
  ['`tests/never`', 'tests/never'],
  ['`sites/<name>/never.ts`', 'sites/<name>/never.ts'],
  ['`tests/{layers,never}.test.ts`', 'tests/{layers,never}.test.ts'],
  ['`npx vitest tests/never.test.ts`', 'tests/never.test.ts'],
  ['    tests/never/  in a block of code', 'tests/never/'],
  ['[x](docs/never.md)', 'docs/never.md'],
  ['[x](docs/operations.md#never)', 'docs/operations.md#never'],
  ['[x](#never)', '#never'],
  ['`npm run never`', 'npm run never'],
])('reports a stale reference in: %s', (text, stale) => expect(staleIn('README.md', `${text}\n`)).toEqual([stale]))

test('the README says what an owner edits in each screen under Site, and what is left to a developer', () => {
  const chapter = /^## Make it yours$([\s\S]*?)^## /m.exec(readFileSync('README.md', 'utf8'))![1]!
  const unnamed = siteEditorScreens.filter(({ label }) => !new RegExp(`\\b${label}\\b`).test(chapter))
  expect(unnamed.map(({ label }) => label)).toEqual([])
  expect(chapter).toContain('`sites/<name>`')
})
