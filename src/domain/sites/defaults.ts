import { defaultRequirements } from '#domain/accounts/password.ts'
import { featureFlags } from '#domain/sites/features.ts'
import { fill } from '#domain/sites/fill.ts'
import type { Site, SiteDefinition } from '#domain/sites/site.ts'
import { filledTheme } from '#domain/sites/theme.ts'
import { standardQuotaGigabytes } from '#domain/uploads/limits.ts'

/** The defaults of a site's file. */
export const standard = {
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

export function filledSite({ folder, config }: SiteDefinition): Site {
  const { theme, ...rest } = config
  const copyright = { content: config.name, developer: null }
  const filled = fill<Omit<Site, 'folder' | 'theme'>>({ ...standard, copyright }, rest)
  return { ...filled, folder, theme: filledTheme(theme) }
}
