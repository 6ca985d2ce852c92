import { globSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')].sort()
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

const excerpts = excerptsIn(readFileSync('CONTRIBUTING.md', 'utf8'))

test('CONTRIBUTING shows a feature in every layer', () => {
  for (const folder of ['src/domain', 'src/server', 'src/api', 'src/app', 'tests/isolation'])
    expect(excerpts.map(({ path }) => path)).toContainEqual(expect.stringContaining(`${folder}/`))
})

test.each(excerpts)('the excerpt of $path is what the file says: $excerpt', ({ path, excerpt }) => {
  expect(readFileSync(path, 'utf8')).toContain(excerpt)
})

test.each([
  ['`src/domain/csv.ts`'],
  ['`domain/csv.ts`, `csv.ts` and `activity/words.ts`'],
  ['`tests/isolation`, `deploy/` and `domain/<feature>`'],
  ['`sites/<name>/site.ts` and `server/downloads/desk*.ts`'],
  ['`tests/{layers,docs}.test.ts`'],
  ['`cp deploy/Caddyfile /etc/caddy/Caddyfile`'],
  ['    npm run doctor     looks at src/domain'],
  ['[operations](docs/operations.md#keys), [here](#a-heading), [deploy/](deploy), [out](https://example.com/x.md)'],
  ['`data/files`, `GET /tour`, `products.digital_metadata`, `@node-rs/argon2`, `and/or`'],
])('%s is fine', (text) => expect(staleIn('README.md', `# A heading\n\n${text}\n`)).toEqual([]))

test.each([
  ['`src/domain/never.ts`', 'src/domain/never.ts'],
  ['`domain/checkout/csv.ts`', 'domain/checkout/csv.ts'],
  ['`sv.ts`', 'sv.ts'],
  ['`tests/never`', 'tests/never'],
  ['`sites/<name>/never.ts`', 'sites/<name>/never.ts'],
  ['`tests/{rooms,never}.test.ts`', 'tests/{rooms,never}.test.ts'],
  ['`npx vitest tests/never.test.ts`', 'tests/never.test.ts'],
  ['    tests/never/  in a block of code', 'tests/never/'],
  ['[x](docs/never.md)', 'docs/never.md'],
  ['[x](docs/operations.md#never)', 'docs/operations.md#never'],
  ['[x](#never)', '#never'],
  ['`npm run never`', 'npm run never'],
])('%s is stale', (text, stale) => expect(staleIn('README.md', `${text}\n`)).toEqual([stale]))
