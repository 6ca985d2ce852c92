import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { missedBudgets, runLighthouse } from '../../bench/lighthouse.ts'

const app = await startApp()
const shows = await (await fetch(`${app.address()}/api/tour/shows`)).json()

test.each(['/', '/tour', `/tour/${shows[0].slug}`, '/gallery', '/discography'])(
  '%s stays within the budgets',
  async (path) => {
    const { found, slowdown } = await runLighthouse(app.address() + path)
    console.log(path, slowdown, found)
    expect(missedBudgets(found), JSON.stringify(found)).toEqual([])
  },
)
