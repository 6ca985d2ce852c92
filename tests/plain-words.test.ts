import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * What administrators, buyers and operators read is plain: a reader whose second language is English understands it at
 * once. These are the literary phrases that screens, sentences and mails had before, with the plain word.
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

const shownTexts = [
  ...globSync('src/web/admin/**/*.{ts,tsx}'),
  ...globSync(
    'src/domain/{activity,announcements,collections,downloads,gallery,going-live,images,mail,media,orders,pictures,products,set-up,site-editor,sites,tour}/**/*.ts',
  ),
  ...globSync('src/domain/texts/own-{admin,download,frame,hosted-sites,order,set-up,site-editor}-words.ts'),
  'src/domain/texts/own-words.ts',
  ...globSync('src/server/accounts/*mails.ts'),
  ...globSync('src/server/{contact/mail,downloads/missing-files,orders/mail-texts,privacy/export}.ts'),
  ...globSync('src/server/site-editor/*.ts'),
  'src/app/commands/owner.ts',
].filter((path) => !/\.test\.tsx?$/.test(path))

/** The source without its comments; lines keep their numbers. */
const codeOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))

test.each(replaced)('no shown text says %s: the plain words are “%s”', (phrase) => {
  expect(shownTexts.length).toBeGreaterThan(200)
  const found = shownTexts.flatMap((path) =>
    codeOf(path).flatMap((line, at) => (phrase.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
