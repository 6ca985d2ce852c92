import { z } from 'zod'
import type { AdminSettings } from '#api/admin/settings.ts'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { fixedPartNames, type PartName, type SiteParts, schemaOfPart } from '#domain/site-editor/document.ts'
import { maxLineLength, maxPlainTextLength } from '#domain/sites/content-schema.ts'
import type { PartField } from '#domain/sites/fields.ts'
import { type Section, sectionKindNames, sectionKinds } from '#sections/kinds.ts'
import type { HostileSetup } from '#tests/journeys/hostile-setup.ts'
import type { PageExpectation } from '#tests/journeys/inert.ts'
import { packPayloads } from '#tests/journeys/payloads.ts'
import { asLink, isPlainMarkdown, isPlainTextPayload, isTargetLink } from '#tests/journeys/text-fields.ts'

/** Parts without a text of their own. */
const textless: PartName[] = ['theme', 'branding', 'style', 'animation']
const writtenParts = fixedPartNames.filter((part) => !textless.includes(part) && !part.startsWith('sections-'))

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
}

/** As many payloads in each address as it can hold. */
const links = packPayloads(1_900, isTargetLink).map((payloads) => asLink(payloads.replaceAll(' ', '&')))

const turn = <T>(all: readonly T[], round: number): T => all[round % all.length]!
const plain = (max: number, round: number) => turn(packPayloads(max, isPlainTextPayload), round)

type Fill = { round: number; image: string }

/** A value of this schema in which every text is hostile; nothing is left out. */
function filled({ properties, items, anyOf, maxLength }: Schema, field: string, fill: Fill): unknown {
  const whole = anyOf?.find(({ type }) => type !== 'null')
  if (whole) return filled(whole, field, fill)
  if (items) return [filled(items, field, fill)]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, filled(each, name, fill)]))
  if (/^(image|portrait)$/.test(field)) return fill.image
  if (field === 'target') return turn(links, fill.round)
  if (field === 'markdown') return turn(packPayloads(maxLength!, isPlainMarkdown), fill.round)
  return plain(maxLength!, fill.round)
}

const partWith = <P extends PartName>(part: P, fill: Fill) =>
  filled(
    z.toJSONSchema(schemaOfPart(part), { io: 'input', metadata: z.registry() }) as Schema,
    part,
    fill,
  ) as SiteParts[P]

/** A section of each kind whose texts are hostile, with its first choices. */
const sectionsWith = (fill: Fill): Section[] =>
  sectionKindNames.map((kind) => {
    const { defaults, fields } = sectionKinds[kind] as { defaults: Record<string, unknown>; fields: PartField[] }
    const values = fields.map((field) => [field.path, hostileValue(field, defaults[field.path], fill)])
    return { ...Object.fromEntries(values), id: kind.replace('-', ''), kind, hidden: false } as Section
  })

function hostileValue({ kind, entry }: PartField, first: unknown, fill: Fill): unknown {
  if (kind === 'line') return plain(maxLineLength, fill.round)
  if (kind === 'text') return plain(maxPlainTextLength, fill.round)
  if (kind === 'markdown') return turn(packPayloads(maxPlainTextLength, isPlainMarkdown), fill.round)
  if (kind === 'picture') return fill.image
  if (kind === 'link') return { target: turn(links, fill.round), label: plain(maxLineLength, fill.round) }
  if (kind === 'list')
    return [
      Object.fromEntries(
        entry!.fields.map((field) => [field.path, hostileValue(field, entry!.blank[field.path], fill)]),
      ),
    ]
  return first
}

/** So often each field must be filled until it has had every payload. */
const rounds = Math.max(
  packPayloads(80, isPlainTextPayload).length,
  packPayloads(200, isPlainTextPayload).length,
  links.length,
)

/**
 * Fills every text of the site document, of the settings and of the collections, publishes it, and lets it be looked at;
 * again until each has had every payload that it takes.
 */
export async function publishHostileSiteParts(
  stage: HostileSetup,
  imageUrl: string,
  look: (pages: PageExpectation[]) => Promise<void>,
) {
  for (let round = 0; round < rounds; round++) {
    const parts = await ownerPublishes(stage, round)
    const settings = await ownerSets(stage, round)
    const entries = await ownerCollects(stage, round, imageUrl)
    await look(pagesWith(parts, settings, entries))
  }
}

async function ownerPublishes({ owner }: HostileSetup, round: number): Promise<SiteParts> {
  let { sequence, starter } = await owner<SiteDraftAnswer>('GET', '/api/admin/site/draft')
  const [first] = starter['sections-home']!.sections
  const fill = { round, image: first?.kind === 'hero' ? first.image! : '' }
  const sections = sectionsWith(fill)
  const own = {
    title: plain(maxLineLength, round),
    description: plain(maxPlainTextLength, round),
    image: null,
    sections,
  }
  const parts = {
    ...Object.fromEntries(writtenParts.map((part) => [part, partWith(part, fill)])),
    'sections-home': { sections },
    'own-a': { ...own, address: '/hostile', visibility: 'published' },
  } as unknown as SiteParts
  for (const [part, value] of Object.entries(parts))
    ({ sequence } = await owner<SiteDraftAnswer>('PUT', `/api/admin/site/draft/parts/${part}`, { sequence, value }))
  await owner('POST', '/api/admin/site/draft/publish', { sequence, note: turn(packPayloads(500), round) })
  return parts
}

async function ownerSets({ owner, confirmedOwner }: HostileSetup, round: number) {
  const { sequence, starter } = await owner<AdminSettings>('GET', '/api/admin/settings')
  const title = plain(2_000, round)
  const mailingList = { ...starter.mailingList!, enabled: true, showInFooter: true, showOnHomepage: true }
  const settings = {
    features: { ...starter.features!, press: true },
    mailingList: { ...mailingList, title, description: plain(2_000, round) },
    social: [{ link: turn(links, round), icon: 'facebook', label: plain(80, round) }],
    delivery: starter.delivery!.map((method) => ({ ...method, name: plain(2_000, round) })),
  }
  await (await confirmedOwner())('PUT', '/api/admin/settings', { ...settings, sequence })
  return settings
}

async function ownerCollects({ owner }: HostileSetup, round: number, imageUrl: string) {
  const [line, text, link] = [plain(200, round), plain(2_000, round), turn(links, round)]
  const track = { title: line, duration: '3:00' }
  const words = { title: line, text, credits: text, tracks: [track], links: [{ address: link, label: line }] }
  const picture = { cover: imageUrl, coverAlt: line }
  const release = { ...words, ...picture, kind: 'album', released: '2031', product: null, isPublished: true }
  const award = { year: 2031, title: line, by: line, result: 'won', work: line, text, image: imageUrl, imageAlt: line }
  const quote = { quote: text, source: line, author: line, year: 2031, link }
  await owner('POST', '/api/admin/releases', release)
  await owner('POST', '/api/admin/awards', { ...award, isPublished: true })
  await owner('POST', '/api/admin/press', { ...quote, isPublished: true })
  return { line, text }
}

type Settings = Awaited<ReturnType<typeof ownerSets>>

/** What visitors must find of it as text. */
function pagesWith(
  parts: SiteParts,
  settings: Settings,
  { line, text }: { line: string; text: string },
): PageExpectation[] {
  const { identity, navigation, copyright } = parts
  const { title, description } = parts['own-a']!
  const [hero] = parts['sections-home'].sections.filter((section) => section.kind === 'hero')
  const everywhere = [identity.tagline, copyright.content, navigation.main![0]!.label, settings.social[0]!.label]
  const lists = (['tour', 'shop', 'gallery', 'media', 'discography', 'awards', 'press'] as const).map((name) => {
    const { title, description, intro } = parts[`page-${name}`]
    return { path: `/${name}`, shown: [title, description, intro] }
  })
  const written = (['history', 'privacy', 'terms'] as const).map((name) => {
    const { title, description } = parts[`text-${name}`]
    return { path: `/${name}`, shown: [title, description] }
  })
  const entries = [line, text]
  return [
    {
      path: '/',
      shown: [...[...everywhere, hero!.line!], ...[settings.mailingList.title, settings.mailingList.description]],
      structured: [identity.name],
    },
    { path: '/hostile', shown: [title, description, hero!.title!] },
    ...lists,
    ...written,
    { path: '/discography', shown: entries, structured: [line] },
    { path: '/awards', shown: entries },
    { path: '/press', shown: entries },
    { path: '/contact' },
  ]
}
