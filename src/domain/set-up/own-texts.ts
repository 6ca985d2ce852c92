import type { LabelledLink, ListText, PageText } from '#domain/pages/content.ts'
import type { ActKind } from '#domain/set-up/answers.ts'
import type { WrittenPageName, WrittenText } from '#domain/site-editor/document.ts'
import { hasDiscography, hasTour } from '#domain/sites/features.ts'
import type { FeatureListPage, StandardListPage } from '#domain/sites/pages.ts'
import type { Site } from '#domain/sites/site.ts'

type Voice = { me: string; my: string; iCome: string }
const singularVoice: Voice = { me: 'me', my: 'My', iCome: 'I come' }
const pluralVoice: Voice = { me: 'us', my: 'Our', iCome: 'we come' }
const voices: Record<ActKind, Voice> = {
  solo: singularVoice,
  band: pluralVoice,
  dj: singularVoice,
  ensemble: pluralVoice,
  other: pluralVoice,
}

type Owner = { kind: ActKind; portrait: string | null }

/**
 * The texts of the standing pages. An empty page has a link to what visitors can do instead, preferably to the mailing
 * list on the home page.
 */
export function ownPageTexts({ kind }: Pick<Owner, 'kind'>, site: Site) {
  const { name } = site
  const { me, iCome } = voices[kind]
  const write: LabelledLink = { target: '/contact', label: `Write to ${me}` }
  const join: LabelledLink = { target: '/', label: 'Join the mailing list' }
  const next = site.features.mailingList.enabled ? join : write
  const listen: LabelledLink = hasDiscography(site) ? { target: '/discography', label: 'Hear the records' } : next
  const meet: LabelledLink = hasTour(site) ? { target: '/tour', label: 'See the dates' } : next
  const list = (title: string, description: string, intro: string, text: string, action: LabelledLink): ListText => ({
    title,
    description,
    intro,
    empty: { text, action },
    image: null,
  })
  const contact: PageText = {
    title: 'Contact',
    description: `Write to ${name}: bookings, press, orders or just hello.`,
    intro: `Bookings, press, an order, or just hello: write to ${me}.`,
  }
  const lists: Record<StandardListPage | FeatureListPage, ListText> = {
    tour: list(
      'Tour',
      `All dates of ${name}: cities, venues and tickets.`,
      'Dates, cities and tickets. Times are those of the venue.',
      next === join
        ? 'No dates right now. New ones go to the mailing list first.'
        : `No dates right now. Tell ${me} where ${iCome} next.`,
      next,
    ),
    shop: list(
      'Shop',
      `Records, downloads and more by ${name}.`,
      `Everything here comes straight from ${me}.`,
      next === join
        ? 'Nothing is for sale right now. What is new goes to the mailing list first.'
        : 'Nothing is for sale right now. Looking for something? Just ask.',
      next,
    ),
    gallery: list('Gallery', `Pictures of ${name}.`, 'On stage and behind it.', 'No pictures here yet.', meet),
    media: list(
      'Media',
      `Films and recordings of ${name}.`,
      'Films, live sessions and recordings.',
      'Nothing to watch here yet.',
      listen,
    ),
    discography: list(
      'Discography',
      `All records of ${name}, with their songs.`,
      'Albums, singles and EPs, with their songs.',
      'No record is out yet.',
      meet,
    ),
    awards: list('Awards', `Prizes and nominations of ${name}.`, 'Prizes and nominations.', 'No awards yet.', listen),
    press: list(
      'Press',
      `What has been written about ${name}.`,
      'What has been written so far.',
      'Nothing has been written yet. You could be the first.',
      write,
    ),
  }
  const parts = Object.entries(lists).map(([page, words]) => [`page-${page}`, words])
  return {
    'page-contact': contact,
    ...(Object.fromEntries(parts) as { [page in `page-${StandardListPage | FeatureListPage}`]: ListText }),
  }
}

export function ownWrittenTexts(
  { kind, portrait }: Owner,
  site: Site,
): Record<Extract<WrittenPageName, 'history' | 'shop-contact'>, WrittenText> {
  const { name } = site
  const { me, my } = voices[kind]
  const meanwhile = [
    hasDiscography(site) && 'hear the [records](/discography)',
    hasTour(site) && 'come to a [show](/tour)',
    `[write to ${me}](/contact)`,
  ].filter((part) => part !== false)
  const ways = [meanwhile.slice(0, -1).join(', '), ...meanwhile.slice(-1)].filter(Boolean).join(' or ')
  return {
    history: {
      title: 'History',
      description: `Who ${name} is, and how it began.`,
      markdown: `${portrait === null ? '' : `![](${portrait})\n\n`}${my} story will be told here. Until then, ${ways}.`,
    },
    'shop-contact': {
      title: 'Shop',
      description: `How to buy something from ${name}.`,
      markdown: `Tell ${me} what you would like and where it should go. The answer says what it costs and how to pay.`,
    },
  }
}
