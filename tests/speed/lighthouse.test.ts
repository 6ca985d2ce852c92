import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { missed, seen } from '../../bench/lighthouse.ts'

const app = await startApp()
const shows = await (await fetch(`${app.address()}/api/tour/shows`)).json()

test.each(['/', '/tour', `/tour/${shows[0].slug}`, '/gallery', '/discography'])(
  '%s stays within the budgets',
  async (path) => {
    const { found, slowdown } = await seen(app.address() + path)
    console.log(path, slowdown, found)
    expect(missed(found), JSON.stringify(found)).toEqual([])
  },
)
