import {
  type PartName,
  type SiteDocument,
  type WrittenPageName,
  writtenPageNames,
} from '#domain/site-editor/document.ts'
import {
  lineField as line,
  linkField as link,
  type PartField,
  type PartFields,
  textField as text,
} from '#domain/sites/fields.ts'
import {
  type FeatureListPage,
  featureListPages,
  type StandardListPage,
  sitePages,
  standardListPages,
} from '#domain/sites/pages.ts'

const titleFields: PartFields = {
  title: 'Title',
  fields: [
    line('title', 'Title', { help: 'The large heading of the page. It is also in the tab of the browser.' }),
    text('description', 'Description', 'For search engines and for previews of links. It is not on the page itself.'),
  ],
}

const intro: PartFields = { title: 'Intro', fields: [text('intro', 'Intro', 'One or two sentences under the title.')] }

const listFields = (page: StandardListPage | FeatureListPage): PartFields[] => [
  titleFields,
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
  titleFields,
  { title: 'Text', fields: [{ path: 'markdown', kind: 'markdown', label: 'Text' }] },
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

const contact: PartFields[] = [titleFields, intro]

type ListPart = `page-${StandardListPage | FeatureListPage}`
type WrittenPart = `text-${WrittenPageName}`
export type TextPart = 'notFound' | 'page-contact' | ListPart | WrittenPart

/** The fields of each part that has texts for visitors, as its form has them. */
export const textFields = {
  ...Object.fromEntries([...standardListPages, ...featureListPages].map((name) => [`page-${name}`, listFields(name)])),
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
      intro: 'A PNG or WebP file without a background works best. Without one, your name stands in its place.',
      fields: [{ path: 'logo', kind: 'themed', label: 'Logo', empty: 'null' }],
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
          help: 'A square picture with one bold shape works best. If you remove it, visitors see the first letter of your name.',
          empty: 'null',
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

export const hasPartForm = (part: PartName): part is PartWithForm => Object.hasOwn(partForms, part)
export const fieldsOfPart = (part: PartWithForm): PartField[] => partForms[part].flatMap(({ fields }) => fields)
/** Its place in the document, which is its name in the form: `home.hero.line`. */
export const formFieldName = (part: PartWithForm, { path }: PartField) => `${part}.${path}` as const

/** Where visitors read it; null where no address shows it. */
export function publicPathOfTextPart(part: TextPart): string | null {
  if (part === 'notFound') return null
  return part === 'text-shop-contact' ? '/shop/contact' : part.replace(/^(page|text)-/, '/')
}

/** What the form of a page begins with that neither the draft nor the starter has. */
export function emptyPartValues(part: TextPart): Partial<Pick<SiteDocument, TextPart>> {
  const title = sitePages[publicPathOfTextPart(part) as keyof typeof sitePages]?.title ?? ''
  const empty = { title, description: '' }
  if (part.startsWith('text-')) return { [part]: { ...empty, markdown: '' } }
  if (part === 'page-contact') return {}
  if (part.startsWith('page-')) return { [part]: { ...empty, intro: '', empty: { text: '', action: null } } }
  return {}
}
