import type { LabelledLink } from '#domain/pages/content.ts'
import {
  isOwnPagePart,
  maxMenuLinks,
  type OwnPage,
  type OwnPagePart,
  type SiteDocument,
} from '#domain/site-editor/document.ts'
import type { PartEdits } from '#domain/site-editor/part-edits.ts'
import { lineField, type PartField, pictureField, textField } from '#domain/sites/fields.ts'
import { pathOfLinkTarget, standardMenuLinks } from '#domain/sites/navigation.ts'
import { ownAddressProblem } from '#domain/sites/pages.ts'
import { slugOf } from '#domain/slug.ts'

export const visibilityLabels: Record<OwnPage['visibility'], string> = {
  published: 'Everybody',
  unlisted: 'Only people with the address',
  hidden: 'Nobody',
}

/** What a page of the owner's has besides its sections. */
export const ownPageFields: PartField[] = [
  lineField('title', 'Title', {
    help: 'It is in the tab of the browser, and above the page where it has no first screen.',
  }),
  lineField('address', 'Address', { help: 'If you change it, the old address leads to the new one.' }),
  textField(
    'description',
    'Description',
    'For search engines and for previews of links. It is not on the page itself.',
  ),
  pictureField('image', 'Picture for previews of links'),
  {
    path: 'visibility',
    kind: 'choice',
    label: 'Who can find it',
    options: visibilityLabels,
    help: 'Search engines list a page only if everybody can find it.',
  },
]

/** Why a page of the owner's cannot be at this address; null when it can. `part` is the page itself. */
export function ownPageAddressProblem(
  document: SiteDocument,
  address: string,
  part: OwnPagePart | null,
): string | null {
  const isTaken = Object.keys(document).some(
    (each) => isOwnPagePart(each) && each !== part && document[each]?.address === address,
  )
  return ownAddressProblem(address) ?? (isTaken ? 'is the address of another page' : null)
}

/** An address made from the title, with the first number that is free where another page has it. */
export function proposePageAddress(document: SiteDocument, title: string): string {
  const slug = slugOf(title).slice(0, 56).replace(/-+$/, '') || 'page'
  for (let number = 1; ; number++) {
    const address = `/${number === 1 ? slug : `${slug}-${number}`}`
    if (!ownPageAddressProblem(document, address, null)) return address
  }
}

export const createOwnPage = (title: string, address: string): OwnPage => ({
  title,
  address,
  description: title,
  image: null,
  visibility: 'published',
  sections: [],
})

const menus = ['main', 'footer'] as const

/** The menus with these links changed; no edit where none is. */
function menuEdits(document: SiteDocument, change: (links: LabelledLink[]) => LabelledLink[]): PartEdits {
  const { navigation } = document
  if (!navigation) return {}
  const changed = Object.fromEntries(
    menus.map((menu) => [menu, navigation[menu] && change(navigation[menu])]),
  ) as typeof navigation
  const isSame = menus.every((menu) => JSON.stringify(changed[menu]) === JSON.stringify(navigation[menu]))
  return isSame ? {} : { navigation: changed }
}

/** Without the page, and without the links of the menus that lead to it. */
export const deleteOwnPage = (document: SiteDocument, part: OwnPagePart): PartEdits => ({
  [part]: null,
  ...menuEdits(document, (links) => links.filter(({ target }) => pathOfLinkTarget(target) !== document[part]?.address)),
})

/** Another address, to which the links of the menus lead from now on that have led to the one before. */
export function moveOwnPage(
  document: SiteDocument,
  part: OwnPagePart,
  { address, before }: { address: string; before: string | null },
): PartEdits {
  const page = document[part]
  if (!page) return {}
  const withNewAddress = (link: LabelledLink): LabelledLink =>
    link.target === before ? { ...link, target: address } : link
  const canFollow = ownPageAddressProblem(document, address, part) === null
  return {
    [part]: { ...page, address },
    ...(canFollow && menuEdits(document, (links) => links.map(withNewAddress))),
  }
}

const mainLinks = (document: SiteDocument): LabelledLink[] => document.navigation?.main ?? standardMenuLinks('main')

export const isInMainMenu = (document: SiteDocument, part: OwnPagePart): boolean =>
  mainLinks(document).some(({ target }) => pathOfLinkTarget(target) === document[part]?.address)

export const isMainMenuFull = (document: SiteDocument): boolean => mainLinks(document).length >= maxMenuLinks

/** A link to the page at the end of the main menu. */
export function addToMainMenu(document: SiteDocument, part: OwnPagePart): PartEdits {
  const page = document[part]
  if (!page || isInMainMenu(document, part) || isMainMenuFull(document)) return {}
  const main = [...mainLinks(document), { target: page.address, label: page.title }]
  return { navigation: { main, footer: document.navigation?.footer ?? null } }
}
