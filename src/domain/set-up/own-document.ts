import type { ActKind, OwnAnswers } from '#domain/set-up/answers.ts'
import { ownPageTexts, ownWrittenTexts } from '#domain/set-up/own-texts.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { type LegalCountry, legalCountries } from '#domain/site-editor/legal/legal-facts.ts'
import { legalTemplate } from '#domain/site-editor/legal/legal-template.ts'
import { hasDiscography, hasGallery, hasMedia, hasShop, hasTour, takesCards } from '#domain/sites/features.ts'
import { themePresets } from '#domain/sites/presets.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Section } from '#sections/kinds.ts'

type OwnIdentity = Pick<OwnAnswers, 'name' | 'kind' | 'preset' | 'logo' | 'portrait' | 'country'>

/**
 * Every part of the site document in which the starter is about the demo artist, with neutral texts that can be published
 * as they are. `site` already has the owner's settings; its features decide what the texts mention.
 */
export function ownDocument(answers: OwnIdentity, site: Site): SiteDocument {
  const { name, kind, logo, portrait, preset } = answers
  const { theme, style } = themePresets.find((each) => each.name === preset)!
  const identity = { name, tagline: taglines[kind], description: descriptionOf(name, site) }
  const own = { ...site, ...identity }
  const choice = { country: legalCountryOf(answers.country), name: '', address: '' }
  const { history, 'shop-contact': shopContact } = ownWrittenTexts(answers, own)
  return {
    identity,
    branding: { logo: logo === null ? null : { light: logo, dark: logo }, signature: null, icon: null },
    copyright: { content: `${name}. All rights reserved.`, developer: site.copyright.developer },
    theme,
    style,
    navigation: { main: null, footer: null },
    notFound: {
      title: 'Page not found',
      text: 'There is no page at this address. It may have moved.',
      action: { target: '/', label: 'Back to the start' },
      image: null,
    },
    ...ownPageTexts(answers, own),
    'text-history': history,
    'text-shop-contact': shopContact,
    'text-privacy': legalTemplate('privacy', own, choice),
    'text-terms': legalTemplate('terms', own, choice),
    'sections-home': { sections: homeSections(portrait, own) },
  }
}

const taglines: Record<ActKind, string> = {
  solo: 'Songs, shows and news',
  band: 'Music, shows and news',
  dj: 'Sets, tracks and nights',
  ensemble: 'Concerts and recordings',
  other: 'News and contact',
}

function descriptionOf(name: string, site: Site): string {
  const content = [
    hasTour(site) && 'tour dates',
    hasDiscography(site) && 'records',
    hasGallery(site) && 'pictures',
    hasMedia(site) && 'films and recordings',
    hasShop(site) && 'the shop',
  ].filter((part) => part !== false)
  const list = [content.slice(0, -1).join(', '), ...content.slice(-1)].filter(Boolean).join(' and ')
  return list ? `The website of ${name}: ${list}.` : `The website of ${name}.`
}

/** Countries without a template get the strictest one. */
const legalCountryOf = (country: string): LegalCountry => legalCountries.find((each) => each === country) ?? 'EU'

/** Sections without content are not shown, so a new site has its name, a welcome and a contact link. */
function homeSections(portrait: string | null, site: Site): Section[] {
  const newSection = (id: string) => ({ id, hidden: false })
  const all: (Section | false)[] = [
    {
      ...newSection('hero'),
      kind: 'hero',
      title: null,
      line: null,
      image: portrait,
      portrait,
      action: hasTour(site) ? { target: '/tour', label: 'All dates' } : { target: '/contact', label: 'Contact' },
      showsNextShow: true,
    },
    hasTour(site) && { ...newSection('tour'), kind: 'shows', heading: 'Next shows', count: 6, country: null },
    hasDiscography(site) && { ...newSection('release'), kind: 'release', heading: 'New record', release: null },
    {
      ...newSection('welcome'),
      kind: 'text',
      heading: 'Welcome',
      text: `New ${hasTour(site) ? 'dates' : 'things'}, music and pictures are here first.`,
      image: null,
      action: { target: '/contact', label: 'Say hello' },
      signed: false,
    },
    hasGallery(site) && {
      ...newSection('gallery'),
      kind: 'pictures',
      heading: 'Pictures',
      source: 'gallery',
      count: 7,
      layout: 'row',
      images: [],
    },
    hasMedia(site) && { ...newSection('media'), kind: 'media', heading: 'Watch and listen', count: 3 },
    takesCards(site) && {
      ...newSection('shop'),
      kind: 'products',
      heading: 'From the shop',
      from: 'newest',
      count: 4,
      products: [],
      category: null,
    },
    site.features.press && { ...newSection('press'), kind: 'press', heading: 'Press', count: 3 },
    { ...newSection('mail'), kind: 'mailing-list' },
  ]
  return all.filter((section) => section !== false)
}
