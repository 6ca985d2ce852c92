import { describe, expect, test } from 'vitest'
import { insertMedia } from '#server/media/commands.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'

const item = {
  kind: 'video' as const,
  title: 'Night Ferry',
  description: null,
  source: 'https://vimeo.com/76979871',
  duration: 200,
  posterUrl: null,
  posterAlt: null,
  position: 1,
  isPublished: true,
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('lists published items of the site in their order', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    await site.as('administrator', (tx) =>
      insertMedia(tx, [
        { ...item, title: 'Second', position: 2 },
        { ...item, title: 'First' },
        { ...item, title: 'Hidden', isPublished: false },
      ]),
    )
    const titles = async (each: typeof site) =>
      (await (await createTestApi(database, each).request('/api/media/items')).json()).map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles(site)).toEqual(['First', 'Second'])
    expect(await titles(other)).toEqual([])
  })

  test.each(['javascript:alert(1)', 'http://example.com/x', '//evil.example', ''])(
    'rejects the source %j by a table constraint',
    async (source) => {
      const site = await createTestSite(database)
      await expect(site.as('administrator', (tx) => insertMedia(tx, [{ ...item, source }]))).rejects.toThrow()
    },
  )
})
