import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { type FontPairName, fontPairNames, fontPairs } from '#domain/sites/fonts.ts'
import { ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { missedBudgets, runLighthouse } from '../../bench/lighthouse.ts'

const app = await startOwnersApp()
const shows = await (await fetch(`${app.address()}/api/tour/shows`)).json()

async function expectWithinBudgets(path: string): Promise<void> {
  const { found, slowdown } = await runLighthouse(app.address() + path)
  console.log(path, slowdown, found)
  expect(missedBudgets(found), JSON.stringify(found)).toEqual([])
}

test.each(['/', '/tour', `/tour/${shows[0].slug}`, '/gallery', '/discography'])(
  '%s stays within the budgets',
  expectWithinBudgets,
)

const bytesOf = (pair: FontPairName) => {
  const { display, text } = fontPairs[pair]
  const fileOf = (font: string) => `node_modules/@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`
  return statSync(fileOf(display.file)).size + statSync(fileOf(text.file)).size
}

test('the home page and the tour stay within the budgets with the heaviest fonts', async () => {
  const [fonts] = fontPairNames.toSorted((one, other) => bytesOf(other) - bytesOf(one))
  const asOwner = await ownersApi(app)
  const { sequence } = await asOwner<SiteDraftAnswer>('GET', '/api/admin/site/draft')
  const edit = { sequence, value: { fonts, radius: 0 } }
  const draft = await asOwner<SiteDraftAnswer>('PUT', '/api/admin/site/draft/parts/style', edit)
  await asOwner('POST', '/api/admin/site/draft/publish', { sequence: draft.sequence, note: '' })
  expect(await (await fetch(app.address())).text()).toContain(fontPairs[fonts!].display.file)
  for (const path of ['/', '/tour']) await expectWithinBudgets(path)
})
