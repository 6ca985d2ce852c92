import {
  maxMarkdown,
  type PartName,
  type SiteDocument,
  type WrittenPageName,
  writtenPageNames,
} from '#domain/site-editor/document.ts'
import { maxLine, maxText } from '#domain/sites/content-schema.ts'
import { type FeatureList, featureLists, type OpenList, openLists, sitePages } from '#domain/sites/pages.ts'

/**
 * `themed` is a picture for light pages and one for dark ones, `icon` a picture that icons are made from, `entries` are
 * titles with a text each.
 */
export type FieldKind = 'line' | 'text' | 'markdown' | 'picture' | 'icon' | 'themed' | 'link' | 'entries'

export type PartField = {
  /** Leads to the value within the part: `hero.line`. */
  path: string
  kind: FieldKind
  label: string
  help?: string
  /** What is stored for an empty field; a field without it must not be empty. */
  empty?: 'null' | 'absent'
  /** The shape in which a picture is shown; without it, it keeps its own. */
  ratio?: number
}

export type PartFields = { title: string; intro?: string; fields: PartField[] }

export const fieldLimits: Partial<Record<FieldKind, number>> = { line: maxLine, text: maxText, markdown: maxMarkdown }

const line = (path: string, label: string, more: Partial<PartField> = {}): PartField => ({
  path,
  kind: 'line',
  label,
  ...more,
})
const text = (path: string, label: string, help?: string): PartField => ({
  path,
  kind: 'text',
  label,
  ...(help && { help }),
})

const link = (path: string, label: string, help?: string): PartField => ({
  path,
  kind: 'link',
  label,
  empty: 'null',
  ...(help && { help }),
})

const heading = (section: string, label: string): PartField => line(`headings.${section}`, label, { empty: 'absent' })

const head: PartFields = {
  title: 'Title',
  fields: [
    line('title', 'Title', { help: 'The large heading of the page. It is also in the tab of the browser.' }),
    text('description', 'Description', 'For search engines and for previews of links. It is not on the page itself.'),
  ],
}

const intro: PartFields = { title: 'Intro', fields: [text('intro', 'Intro', 'One or two sentences under the title.')] }

const listFields = (page: OpenList | FeatureList): PartFields[] => [
  head,
  intro,
  {
    title: 'While the list is empty',
    intro: 'Visitors read this instead of the list.',
    fields: [text('empty.text', 'Text'), link('empty.action', 'Link under the text')],
  },
  ...(page === 'tour'
    ? [
        {
          title: 'Picture',
          fields: [
            {
              path: 'image',
              kind: 'picture',
              label: 'Picture of shows',
              help: 'On the pages of shows that have no picture of their own.',
              empty: 'absent',
              ratio: 3 / 2,
            } satisfies PartField,
          ],
        },
      ]
    : []),
]

const writtenFields: PartFields[] = [
  head,
  { title: 'Text', fields: [{ path: 'markdown', kind: 'markdown', label: 'Text' }] },
]

const home: PartFields[] = [
  {
    title: 'First screen',
    intro: 'What visitors see first: a line of text over a picture, and your name.',
    fields: [
      line('hero.line', 'Line over the picture'),
      { path: 'hero.image', kind: 'picture', label: 'Picture', ratio: 3 / 2 },
      {
        path: 'hero.portrait',
        kind: 'picture',
        label: 'Tall picture',
        help: 'For phones. If empty, they show the middle of the other picture.',
        empty: 'null',
        ratio: 2 / 3,
      },
      link('hero.action', 'Link', 'Visitors see it while there is no next show.'),
    ],
  },
  {
    title: 'Introduction',
    fields: [
      line('intro.heading', 'Heading'),
      text('intro.text', 'Text'),
      { path: 'intro.image', kind: 'picture', label: 'Picture beside the introduction', empty: 'null', ratio: 4 / 5 },
      link('intro.action', 'Link under the introduction'),
    ],
  },
  {
    title: 'Headings of the sections',
    intro: 'A section without a heading is not on the home page.',
    fields: [
      heading('tour', 'Next shows'),
      heading('highlights', 'Highlights'),
      heading('release', 'Newest release'),
      heading('gallery', 'Gallery'),
      heading('media', 'Media'),
      heading('shop', 'Shop'),
    ],
  },
  {
    title: 'Highlights',
    intro: 'Short texts with a title each. They need a heading above.',
    fields: [{ path: 'highlights', kind: 'entries', label: 'Highlights' }],
  },
]

const notFound: PartFields[] = [
  {
    title: 'Page not found',
    intro: 'For visitors who follow a link to a page that does not exist.',
    fields: [
      line('title', 'Title'),
      text('text', 'Text'),
      { path: 'image', kind: 'picture', label: 'Picture', empty: 'absent', ratio: 3 / 2 },
      link('action', 'Link'),
    ],
  },
]

const contact: PartFields[] = [head, intro]

type ListPart = `page-${OpenList | FeatureList}`
type WrittenPart = `text-${WrittenPageName}`
export type TextPart = 'home' | 'notFound' | 'page-contact' | ListPart | WrittenPart

/** The fields of each part that has texts for visitors, as its form has them. */
export const textFields = {
  home,
  ...Object.fromEntries([...openLists, ...featureLists].map((name) => [`page-${name}`, listFields(name)])),
  'page-contact': contact,
  ...Object.fromEntries(writtenPageNames.map((name) => [`text-${name}`, writtenFields])),
  notFound,
} as Record<TextPart, PartFields[]>

export const textParts = Object.keys(textFields) as TextPart[]

/** Who the site is, on one screen. */
export const identityParts = ['identity', 'branding', 'copyright'] as const

export const identityFields: Record<(typeof identityParts)[number], PartFields[]> = {
  identity: [
    {
      title: 'Name',
      fields: [
        line('name', 'Name', { help: 'Yours, or that of the band. It is on every page and in every mail.' }),
        line('tagline', 'Tagline', { help: 'A few words at the bottom of every page.' }),
        text('description', 'Description', 'For search engines and for previews of links: one or two sentences.'),
      ],
    },
  ],
  branding: [
    {
      title: 'Logo',
      intro: 'A PNG or WebP file without a background works best.',
      fields: [{ path: 'logo', kind: 'themed', label: 'Logo' }],
    },
    {
      title: 'Signature',
      intro: 'Under the introduction on the home page and under the history. You can leave it out.',
      fields: [{ path: 'signature', kind: 'themed', label: 'Signature', empty: 'null' }],
    },
    {
      title: 'Icon',
      intro: 'In the tab of the browser, in bookmarks and on home screens of phones.',
      fields: [
        {
          path: 'icon',
          kind: 'icon',
          label: 'Icon',
          help: 'A square picture with one bold shape works best. Without one, visitors see the icon that your website came with.',
          empty: 'absent',
        },
      ],
    },
  ],
  copyright: [
    {
      title: 'Copyright',
      intro: 'At the bottom of every page.',
      fields: [
        line('content', 'Who owns the content'),
        line('developer', 'Who made the website', { empty: 'null', help: 'You can leave this empty.' }),
      ],
    },
  ],
}

/** All parts with a form of fields. */
export const partForms = { ...textFields, ...identityFields }
export type PartWithForm = keyof typeof partForms

export const hasForm = (part: PartName): part is PartWithForm => Object.hasOwn(partForms, part)
export const fieldsOf = (part: PartWithForm): PartField[] => partForms[part].flatMap(({ fields }) => fields)
/** Its place in the document, which is its name in the form: `home.hero.line`. */
export const fieldName = (part: PartWithForm, { path }: PartField) => `${part}.${path}` as const

/** Where visitors read it; null where no address shows it. */
export function textPartPath(part: TextPart): string | null {
  if (part === 'home') return '/'
  if (part === 'notFound') return null
  return part === 'text-shop-contact' ? '/shop/contact' : part.replace(/^(page|text)-/, '/')
}

/** What the form of a page begins with that neither the draft nor the starter has. */
export function blankPart(part: TextPart): SiteDocument {
  const title = sitePages[textPartPath(part) as keyof typeof sitePages]?.title ?? ''
  const empty = { title, description: '' }
  if (part.startsWith('text-')) return { [part]: { ...empty, markdown: '' } }
  if (part === 'page-contact') return {}
  if (part.startsWith('page-')) return { [part]: { ...empty, intro: '', empty: { text: '', action: null } } }
  return {}
}
