/** `stripe` takes cards; `contact` shows a page that invites people to write. */
export const shopTypes = ['stripe', 'contact'] as const

/** Features that are only on or off, with their defaults. */
export const featureFlags = {
  gallery: false,
  tour: false,
  announcements: true,
  discography: false,
  press: false,
  awards: false,
  digitalProducts: false,
}
export type FeatureFlag = keyof typeof featureFlags
export const featureFlagNames = Object.keys(featureFlags) as FeatureFlag[]

export type MailingList = {
  enabled: boolean
  listName: string
  /** The list lives on the site's own domain unless this names another. */
  productionDomain: string | null
  showInFooter: boolean
  showOnHomepage: boolean
  title: string
  description: string
}

export type Features = {
  shop: { enabled: boolean; type: (typeof shopTypes)[number] }
  media: { enabled: boolean }
  mailingList: MailingList
} & Record<FeatureFlag, boolean>

/** The server has the whole site, a browser its public part: these functions take either. */
export type WithFeatures = { features: Features }

export const hasShop = ({ features }: WithFeatures): boolean => features.shop.enabled
export const takesCards = (site: WithFeatures): boolean => hasShop(site) && site.features.shop.type === 'stripe'
export const sellsByContact = (site: WithFeatures): boolean => hasShop(site) && site.features.shop.type === 'contact'
export const sellsDigital = (site: WithFeatures): boolean => hasShop(site) && site.features.digitalProducts
export const hasMedia = ({ features }: WithFeatures): boolean => features.media.enabled
export const hasGallery = ({ features }: WithFeatures): boolean => features.gallery
export const hasTour = ({ features }: WithFeatures): boolean => features.tour
export const hasAnnouncements = ({ features }: WithFeatures): boolean => features.announcements
export const hasDiscography = ({ features }: WithFeatures): boolean => features.discography
export const hasPress = ({ features }: WithFeatures): boolean => features.press
export const hasAwards = ({ features }: WithFeatures): boolean => features.awards
export const hasFooterMailingList = ({ features: { mailingList } }: WithFeatures): boolean =>
  mailingList.enabled && mailingList.showInFooter
export const hasHomeMailingList = ({ features: { mailingList } }: WithFeatures): boolean =>
  mailingList.enabled && mailingList.showOnHomepage

/** Where a mail that asks to subscribe goes, or null when the site has no list. */
export function mailingListAddress({ domain, features }: WithFeatures & { domain: string }): string | null {
  const { enabled, listName, productionDomain } = features.mailingList
  return enabled ? `${listName}@${productionDomain ?? domain}` : null
}
