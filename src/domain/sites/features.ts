import type { Site } from '#domain/sites/site.ts'

/** Each question can be asked of a site on the server and of what a browser knows about it. */
type Asked = Pick<Site, 'features'>

export const hasShop = ({ features }: Asked): boolean => features.shop.enabled
export const takesCards = (site: Asked): boolean => hasShop(site) && site.features.shop.type === 'stripe'
export const sellsByContact = (site: Asked): boolean => hasShop(site) && site.features.shop.type === 'contact'
export const sellsDigital = (site: Asked): boolean => hasShop(site) && site.features.digitalProducts
export const hasMedia = ({ features }: Asked): boolean => features.media.enabled
export const hasGallery = ({ features }: Asked): boolean => features.gallery
export const hasTour = ({ features }: Asked): boolean => features.tour
export const hasAnnouncements = ({ features }: Asked): boolean => features.announcements
export const hasDiscography = ({ features }: Asked): boolean => features.discography
export const hasPress = ({ features }: Asked): boolean => features.press
export const hasAwards = ({ features }: Asked): boolean => features.awards
export const asksInFooter = ({ features: { mailingList: list } }: Asked): boolean => list.enabled && list.showInFooter
export const asksOnHome = ({ features: { mailingList: list } }: Asked): boolean => list.enabled && list.showOnHomepage
