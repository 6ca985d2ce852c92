import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#app/config.ts'

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

test('no script contains the name of a setting', () => {
  // A single word may be a coincidence; and a build looks for this one itself.
  const names = settingNames.filter((name) => name.includes('_') && name !== 'NODE_ENV')
  expect(names).toEqual(expect.arrayContaining(['APP_SECRET', 'DATA_KEY', 'STRIPE_SECRET_KEY', 'OWNER_PASSWORD']))
  expect(names.flatMap(holding)).toEqual([])
})

test('no script contains a sentence of the server code', () => {
  const sources = (...folders: string[]) =>
    folders
      .flatMap(filesIn)
      .filter((file) => /(?<!\.test|fixture)\.tsx?$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
  const others = sources('src/domain', 'src/web', 'src/app', 'sites').join('\n')
  const sentences = sources('src/server', 'src/api')
    .flatMap((text) => [...text.matchAll(/'([^'\\\n]* [^'\\\n]*)'/g)])
    .map(([, sentence]) => sentence!)
    .filter((sentence) => sentence.length >= 25 && !others.includes(sentence))
  expect(sentences.length).toBeGreaterThan(200)
  expect([...new Set(sentences)].flatMap(holding)).toEqual([])
})
