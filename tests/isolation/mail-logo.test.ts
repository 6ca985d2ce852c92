import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMailSenderLookup } from '#app/mail-sender.ts'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { mailHeaderColour, parseColourScale } from '#domain/sites/theme.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createMailLogos } from '#server/images/mail-logo.ts'
import { pictureOf } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { renderMailHtml } from '#server/mail/layout.ts'
import { saveDraftPart } from '#server/site-editor/draft.ts'
import { publishDraft } from '#server/site-editor/publishing.ts'
import { sites } from '#sites/index.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'

const now = new Date('2026-05-01T12:00:00Z')
const [file] = createSiteRegistry(sites).all
const logoFile = {
  base: '/images/0123456789abcdef/logo-dark',
  width: 300,
  height: 100,
  placeholder: null,
  alt: '',
  asIs: 'svg',
} as const
const mailLogos = createMailLogos(createDerivedKeys(randomBytes(32).toString('hex')))

test('mails show the published logo on the published colour, and each site its own', async () => {
  const database = await openTestDatabase('pglite')
  const [site, other] = [await createTestSite(database), await createTestSite(database)]
  const starters = [site, other].map(({ websiteId }) => ({ ...file!, siteId: websiteId }))
  const sender = createMailSenderLookup({
    config: { MAIL_FROM: undefined },
    sites: { siteOf: (id) => starters.find(({ siteId }) => siteId === id) ?? null },
    images: { pictureOf: (_, name) => (name === file!.branding.logo!.dark ? logoFile : null) },
    mailLogos,
    originOf: () => 'https://site.example',
  })
  /** The logo as mails show it, and what it is drawn on. */
  const shown = async ({ websiteId, as }: typeof site) => {
    const from = (await as('worker', (tx) => sender(tx, websiteId)))!
    const html = renderMailHtml({ heading: 'Hello', paragraphs: [] }, from)
    const [, path = '', width] = /<img src="https:\/\/site\.example([^"]+)" width="(\d+)"/.exec(html) ?? []
    const { name, shape } = mailLogos.parse(websiteId, path)!
    expect(html).toContain(`<td bgcolor="${shape.background}"`)
    return { name, background: shape.background, width: Number(width) }
  }
  const starter = { name: 'logo-dark', background: mailHeaderColour(file!), width: 132 }
  expect([await shown(site), await shown(other)]).toEqual([starter, starter])

  const context = { userId: site.userId, now }
  const ink = parseColourScale('#ffffff #eeeeee #dddddd #cccccc #bbbbbb #999999 #595959 #444444 #333333 #112233')
  await site.as('administrator', async (tx) => {
    const about = { name: 'crest', hash: 'fedcba9876543210', width: 900, height: 900, bytes: 9 }
    const [crest] = await tx.insert(pictures).values(about).returning()
    const address = fallbackImagePath(pictureOf(crest!))
    const branding = { logo: { light: address, dark: address }, signature: null }
    const { light, dark } = file!.theme
    const theme = { light, dark: { ...dark, colours: { ...dark.colours, secondary: ink } } }
    await saveDraftPart(tx, { part: 'branding', value: branding, expectedSequence: 0 }, context)
    await saveDraftPart(tx, { part: 'theme', value: theme, expectedSequence: 9 }, context)
  })
  expect(await shown(site)).toEqual(starter)
  await site.as('administrator', async (tx) => {
    await publishDraft(tx, { expectedSequence: 3, note: '', starter: starters[0]! }, context)
  })
  expect(await shown(site)).toEqual({ name: 'crest', background: '#112233', width: 44 })
  expect(await shown(other)).toEqual(starter)
})
