import { describe, expect, test } from 'vitest'
import { addMedia } from '#server/media/actions.ts'
import { apiOf } from '#tests/api.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'

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

  test('visitors see what is published, in the owner’s order, on its own site', async () => {
    const [site, other] = [await newSite(database), await newSite(database)]
    await site.as('administrator', (tx) =>
      addMedia(tx, [
        { ...item, title: 'Second', position: 2 },
        { ...item, title: 'First' },
        { ...item, title: 'Hidden', isPublished: false },
      ]),
    )
    const titles = async (place: typeof site) =>
      (await (await apiOf(database, place).request('/api/media/items')).json()).map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles(site)).toEqual(['First', 'Second'])
    expect(await titles(other)).toEqual([])
  })

  test.each(['javascript:alert(1)', 'http://example.com/x', '//evil.example', ''])(
    'the table itself refuses the source %j',
    async (source) => {
      const site = await newSite(database)
      await expect(site.as('administrator', (tx) => addMedia(tx, [{ ...item, source }]))).rejects.toThrow()
    },
  )
})
