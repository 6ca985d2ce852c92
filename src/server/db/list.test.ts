import { asc, desc, type SQL } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { announcements } from '#server/announcements/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, pageOf } from '#server/db/list.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'

const { title, message } = announcements
const rowsOf = (tx: SiteTx) => tx.select({ title }).from(announcements).$dynamic()
const add = (site: TestSite, titles: readonly string[]) =>
  site.as('administrator', (tx) =>
    tx.insert(announcements).values(titles.map((each) => ({ title: each, message: '' }))),
  )

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  const found = (site: TestSite, where: SQL | undefined, { page = 1, size = 10 } = {}) =>
    site.as('administrator', async (tx) => {
      const list = { rows: rowsOf(tx), from: announcements, where, orderBy: [asc(title)], page, size }
      const { rows, total } = await pageOf(tx, list)
      return { titles: rows.map((row) => row.title), total }
    })

  describe('containsWords', () => {
    test.each([
      ['%', ['50% off']],
      ['0% o', ['50% off']],
      ['_', ['snake_case']],
      ['e_c', ['snake_case']],
      ['\\', ['back\\slash']],
      ['k\\s', ['back\\slash']],
      ['%%', []],
      ["'", ["it's"]],
    ])('a list search treats %s as literal text', async (words, titles) => {
      const site = await createTestSite(database)
      await add(site, ['50% off', '500 offers', 'snake_case', 'snakeXcase', 'back\\slash', 'backslash', "it's"])
      expect(await found(site, containsWords(words, title))).toEqual({ titles, total: titles.length })
    })

    test('a list search finds the words in any column, ignoring case', async () => {
      const site = await createTestSite(database)
      await site.as('administrator', (tx) =>
        tx.insert(announcements).values([
          { title: 'A: Lisbon', message: '' },
          { title: 'B', message: 'On to LISBON!' },
          { title: 'C', message: '' },
        ]),
      )
      expect((await found(site, containsWords('lisbon', title, message))).titles).toEqual(['A: Lisbon', 'B'])
      expect((await found(site, containsWords('lisbon', title))).titles).toEqual(['A: Lisbon'])
    })

    test('a list search without words matches every row', async () => {
      expect(containsWords(undefined, title)).toBeUndefined()
      expect(containsWords('', title)).toBeUndefined()
    })
  })

  describe('pageOf', () => {
    const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

    test('a list returns the rows of the page and the number of rows on all pages', async () => {
      const site = await createTestSite(database)
      await add(site, titles)
      expect(await found(site, undefined, { page: 1, size: 3 })).toEqual({ titles: ['a', 'b', 'c'], total: 7 })
      expect(await found(site, undefined, { page: 3, size: 3 })).toEqual({ titles: ['g'], total: 7 })
    })

    test('a list counts only the rows that fulfil its condition', async () => {
      const site = await createTestSite(database)
      await add(site, titles)
      expect(await found(site, containsWords('b', title), { size: 3 })).toEqual({ titles: ['b'], total: 1 })
    })

    test('a list returns no rows, but the total, for a page beyond the end', async () => {
      const site = await createTestSite(database)
      await add(site, titles)
      expect(await found(site, undefined, { page: 4, size: 3 })).toEqual({ titles: [], total: 7 })
      expect(await found(site, undefined, { page: 9_999, size: 100 })).toEqual({ titles: [], total: 7 })
    })

    test('a list counts and returns no rows of another site', async () => {
      const [site, other] = [await createTestSite(database), await createTestSite(database)]
      await add(other, titles)
      expect(await found(site, undefined)).toEqual({ titles: [], total: 0 })
    })

    test('reads the same pages from the end of a list that counts its rows itself', async () => {
      const site = await createTestSite(database)
      await add(site, titles)
      const own = (page: number, size: number, backwards?: SQL[]) =>
        site.as('administrator', async (tx) => {
          const order = { where: undefined, orderBy: [asc(title)], ...(backwards && { backwards }) }
          const { rows, total } = await pageOf(tx, { rows: rowsOf(tx), total: titles.length, page, size, ...order })
          return { titles: rows.map((row) => row.title), total }
        })
      for (const size of [1, 2, 3, 7, 10])
        for (const page of [1, 2, 3, 4, 7, 8]) {
          const expected = { titles: titles.slice((page - 1) * size, page * size), total: 7 }
          expect(await own(page, size), `page ${page} of ${size}`).toEqual(expected)
          expect(await own(page, size, [desc(title)]), `page ${page} of ${size}, backwards`).toEqual(expected)
        }
    })
  })
})
