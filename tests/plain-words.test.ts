import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * What administrators read is plain: an owner whose second language is English understands every label at once. These are
 * the literary phrases that screens, sentences and mails had before, with the plain word.
 */
const replaced: [phrase: RegExp, plain: string][] = [
  [/by the clocks of/i, 'in the time zone of'],
  [/words of the link/i, 'link text'],
  [/on the shelf|on a shelf/i, 'in stock'],
  [/on (its|their) way/i, 'is being sent, is shipped, is uploading'],
  [/brought back/i, 'this cannot be undone'],
  [/(take|takes|took|taken) away/i, 'remove'],
  [/(take|taken|took) back/i, 'withdraw'],
  [/(gone|goes|go) back to the buyer|given back|give it back/i, 'refund, restore'],
  [/look after/i, 'manage'],
  [/good for (one|seven|\d+)/i, 'works once, within'],
  [/please (give|name|say) /i, 'please enter, choose, describe'],
  [/any more: it|not there any more/i, 'missing'],
  [/tried again by itself|by itself until/i, 'automatically'],
  [/whoever|\banew\b|yours alone/i, 'who, again, visitors do not see it'],
  [/(is|are) sealed until|kept sealed/i, 'encrypted, hidden'],
  [/head: 'Do'/, 'Actions'],
  [/\bbegun\b['"<]/i, 'started'],
  [/to be looked at/i, 'needs attention'],
  [/hears? of it/i, 'see, get a mail'],
  [/has gone out/i, 'is sent'],
  [/e-mail/i, 'email'],
]

const shownToOwners = [
  ...globSync('src/web/admin/**/*.{ts,tsx}'),
  ...globSync(
    'src/domain/{activity,announcements,downloads,gallery,going-live,images,mail,media,orders,products,set-up,sites,tour}/**/*.ts',
  ),
  'src/domain/texts/our-admin-words.ts',
  'src/domain/texts/our-set-up-words.ts',
  ...globSync('src/server/{accounts/mails,contact/mail,downloads/missing,orders/mail-job,privacy/export}.ts'),
].filter((path) => !/\.test\.tsx?$/.test(path))

/** The source without its comments; lines keep their numbers. */
const codeOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))

test.each(replaced)('no text for administrators says %s: the plain words are “%s”', (phrase) => {
  expect(shownToOwners.length).toBeGreaterThan(200)
  const found = shownToOwners.flatMap((path) =>
    codeOf(path).flatMap((line, at) => (phrase.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
