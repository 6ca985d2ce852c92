import { defaultRequirements } from '#domain/accounts/password.ts'
import type { ListText } from '#domain/pages/content.ts'
import { featureFlags } from '#domain/sites/features.ts'
import type { FeatureListPage } from '#domain/sites/pages.ts'
import type { Site, SiteDefinition } from '#domain/sites/site.ts'
import { themeWithDefaults } from '#domain/sites/theme.ts'
import { withDefaults } from '#domain/sites/with-defaults.ts'
import { standardQuotaGigabytes } from '#domain/uploads/limits.ts'

/** The defaults of a site's file. */
export const siteDefaults = {
  businessType: 'musician',
  hosts: [],
  isDefault: false,
  locale: 'en-GB',
  social: [],
  contact: { email: null },
  navigation: { main: null, footer: null },
  features: {
    shop: { enabled: false, type: 'stripe' },
    media: { enabled: false },
    ...featureFlags,
    mailingList: {
      enabled: false,
      listName: 'updates',
      productionDomain: null,
      showInFooter: true,
      showOnHomepage: false,
      title: 'Stay in touch',
      description: 'News by email, when there is some.',
    },
  },
  shop: { pricesIncludeVat: true, vat: {}, shipping: [], downloads: { allowed: 5, days: 30 } },
  uploads: { quotaGigabytes: standardQuotaGigabytes },
  style: { fonts: 'poster', radius: 0 },
  animation: {
    enabled: true,
    pageTransitions: true,
    componentAnimations: true,
    reducedMotion: false,
    duration: 0.3,
    easing: 'easeInOut',
    defaultPageTransition: 'fade',
  },
  security: { passwordRequirements: defaultRequirements },
} satisfies Partial<Site>

/** For pages that the owner may switch on although the site's file has no texts for them. */
const standardListTexts: Record<FeatureListPage, ListText> = {
  discography: listText(
    'Discography',
    'Albums, singles and EPs, with their songs and where to hear them.',
    'There are no records here yet.',
  ),
  awards: listText(
    'Awards',
    'Prizes and nominations, and the work that they were given for.',
    'There are no awards here yet.',
  ),
  press: listText(
    'Press',
    'What newspapers, magazines and radio stations have said so far.',
    'There are no quotes here yet.',
  ),
  shop: listText(
    'Shop',
    'Records, clothes and more, sent to you or to download at once.',
    'There is nothing for sale right now.',
  ),
}

function listText(title: string, description: string, empty: string): ListText {
  return { title, description, intro: description, empty: { text: empty, action: null } }
}

export function siteWithDefaults({ folder, config }: SiteDefinition): Site {
  const { theme, ...rest } = config
  const copyright = { content: config.name, developer: null }
  const content = { pages: standardListTexts }
  const filled = withDefaults<Omit<Site, 'folder' | 'theme' | 'ownPages'>>(
    { ...siteDefaults, copyright, content },
    rest,
  )
  return { ...filled, folder, theme: themeWithDefaults(theme), ownPages: [] }
}
