import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#app/config.ts'
import { fontPairs } from '#domain/sites/fonts.ts'
import { getSharedApp } from '#tests/browser/harness.ts'
import { fontOf } from '../../scripts/font-licences.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

const sent = filesIn('dist/client')
/** The others are the same, packed, or letters and pictures. */
const scripts = sent
  .filter((file) => /\.(js|css)$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const holding = (text: string) =>
  scripts.filter((script) => script.text.includes(text)).map(({ file }) => `${text} in ${file}`)

test('the client bundle is served without source maps', () => {
  expect(scripts.length).toBeGreaterThan(50)
  expect(sent.filter((file) => file.endsWith('.map'))).toEqual([])
  expect(holding('sourceMappingURL')).toEqual([])
})

test('every served font has its licence beside it', () => {
  const families = Object.values(fontPairs).flatMap(({ display, text }) => [display.file, text.file])
  const fonts = sent.filter((file) => file.endsWith('.woff2')).map((file) => fontOf(basename(file)))
  expect([...new Set(fonts)].sort()).toEqual([...new Set(families)].sort())
  for (const font of families) {
    const notices = sent.filter((file) => basename(file).startsWith(`${font}-OFL-`))
    expect(notices, font).toHaveLength(1)
    expect(readFileSync(notices[0]!, 'utf8'), font).toContain('SIL OPEN FONT LICENSE')
  }
})

test('no script contains the name of a setting', () => {
  // A single word may be a coincidence; and a build looks for this one itself.
  const names = settingNames.filter((name) => name.includes('_') && name !== 'NODE_ENV')
  expect(names).toEqual(expect.arrayContaining(['APP_SECRET', 'DATA_KEY', 'STRIPE_SECRET_KEY', 'OWNER_PASSWORD']))
  expect(names.flatMap(holding)).toEqual([])
})

const sources = (...folders: string[]) =>
  folders.flatMap(filesIn).filter((file) => /(?<!\.test|fixture)\.tsx?$/.test(file))

/** Sentences that only these sources have. */
function sentencesOf(files: string[], others: string[]): string[] {
  const elsewhere = others.map((file) => readFileSync(file, 'utf8')).join('\n')
  const sentences = files
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([^'\\\n]* [^'\\\n]*)'|"([^"\\\n]* [^"\\\n]*)"/g)])
    .map(([, single, double]) => single ?? double!)
    .filter((sentence) => sentence.length >= 25 && !elsewhere.includes(sentence))
  return [...new Set(sentences)]
}

test('no script contains a sentence of the server code', () => {
  const others = sources('src/domain', 'src/web', 'src/app', 'sites')
  const sentences = sentencesOf(sources('src/server', 'src/api'), others)
  expect(sentences.length).toBeGreaterThan(200)
  expect(sentences.flatMap(holding)).toEqual([])
})

const ofEditor = [
  'src/web/admin/',
  'src/domain/site-editor/',
  'src/domain/collections/',
  'src/domain/texts/own-site-editor-words.ts',
]

/** What Zod calls the inside of each schema, which no minifier renames. */
const zod = '_zod'

const textOf = new Map(scripts.map(({ file, text }) => [basename(file), text]))

/** The scripts that this page names, and all that they import statically. */
async function scriptsOf(address: string): Promise<string[]> {
  const answer = await fetch(address)
  expect([address, answer.status]).toEqual([address, 200])
  const html = await answer.text()
  const found = new Set([...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!))
  for (const name of found)
    for (const [, imported] of textOf.get(name)!.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
      found.add(imported!)
  return [...found]
}

test('no page of a visitor loads code of the site editor, the admin area or a schema', async () => {
  const app = await getSharedApp()
  const sitemap = await (await fetch(`${app.address()}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
  const one = (folder: string) => listed.find((path) => path.startsWith(`/${folder}/`))!
  const paths = [
    ...listed.filter((path) => path.split('/').length === 2),
    one('tour'),
    one('shop'),
    '/cart',
    '/checkout',
  ]
  expect(paths.length).toBeGreaterThan(12)
  const loaded = new Set<string>()
  for (const path of paths) for (const name of await scriptsOf(app.address() + path)) loaded.add(name)
  expect(loaded.size).toBeGreaterThan(paths.length)

  const all = sources('src/domain', 'src/web', 'src/app', 'sites')
  const editor = all.filter((file) => ofEditor.some((each) => file.startsWith(each)))
  const sentences = sentencesOf(
    editor,
    all.filter((file) => !editor.includes(file)),
  )
  expect(sentences.length).toBeGreaterThan(500)
  const known = [...textOf.values()].join('\n')
  expect([...sentences, zod].filter((words) => known.includes(words)).length).toBeGreaterThan(300)
  const leaks = [...loaded].flatMap((name) =>
    [...sentences, zod].filter((words) => textOf.get(name)!.includes(words)).map((words) => `${words} in ${name}`),
  )
  expect(leaks).toEqual([])
  expect([...loaded].filter((name) => name.startsWith('admin-'))).toEqual([])
})
