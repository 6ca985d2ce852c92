import type { Picture } from '#domain/images/picture.ts'
import { moneyStyle } from '#domain/money.ts'
import { type FeatureFlag, type Features, featureFlagNames } from '#domain/sites/features.ts'
import { footerMenuLinks, mainMenuLinks } from '#domain/sites/navigation.ts'
import { deliveryCountries, vatKindsOf } from '#domain/sites/shop-rules.ts'
import type { Site, ThemedImage } from '#domain/sites/site.ts'
import { browserBarColours } from '#domain/sites/theme.ts'

export type PublicSite = ReturnType<typeof publicSite>

type Options = { takesOrders?: boolean; notFoundPicture?: Picture | null }

/** The public fields of a site, listed one by one. The owner's address is not public. */
export function publicSite(site: Site, { takesOrders = true, notFoundPicture = null }: Options = {}) {
  const { branding, features, copyright, animation } = site
  const { shop, mailingList } = features
  const { passwordRequirements: password } = site.security
  return {
    folder: site.folder,
    siteId: site.siteId,
    name: site.name,
    tagline: site.tagline,
    description: site.description,
    businessType: site.businessType,
    domain: site.domain,
    locale: site.locale,
    zone: site.zone,
    currency: site.currency,
    money: moneyStyle(site.locale, site.currency),
    branding: {
      logo: branding.logo && themed(branding.logo),
      signature: branding.signature && themed(branding.signature),
    },
    navigation: { main: mainMenuLinks(site).map(link), footer: footerMenuLinks(site).map(link) },
    social: site.social.map(({ link, icon, label }) => ({ link, icon, label })),
    features: {
      shop: { enabled: shop.enabled, type: shop.type },
      media: { enabled: features.media.enabled },
      ...flagsOf(features),
      mailingList: {
        enabled: mailingList.enabled,
        listName: mailingList.listName,
        productionDomain: mailingList.productionDomain,
        showInFooter: mailingList.showInFooter,
        showOnHomepage: mailingList.showOnHomepage,
        title: mailingList.title,
        description: mailingList.description,
      },
    },
    /** Where parcels go, whether prices are what is paid, and what kinds of VAT there are. */
    shop: {
      pricesIncludeVat: site.shop.pricesIncludeVat,
      countries: deliveryCountries(site.shop),
      vatKinds: vatKindsOf(site.shop),
      /** False while no payment provider is configured. */
      takesOrders,
    },
    copyright: { content: copyright.content, developer: copyright.developer },
    frameColours: browserBarColours(site),
    animation: {
      enabled: animation.enabled,
      pageTransitions: animation.pageTransitions,
      componentAnimations: animation.componentAnimations,
      reducedMotion: animation.reducedMotion,
      duration: animation.duration,
      easing: animation.easing,
      defaultPageTransition: animation.defaultPageTransition,
    },
    passwordRequirements: {
      minLength: password.minLength,
      uppercase: password.uppercase,
      lowercase: password.lowercase,
      number: password.number,
      special: password.special,
    },
    notFound: {
      title: site.content.notFound.title,
      text: site.content.notFound.text,
      action: site.content.notFound.action && link(site.content.notFound.action),
      // Without the miniature: this is part of every page, and few visitors see the picture.
      picture: notFoundPicture && { ...notFoundPicture, placeholder: null },
    },
  }
}

const themed = ({ light, dark }: ThemedImage) => ({ light, dark })
const link = ({ target, label }: { target: string; label: string }) => ({ target, label })

const flagsOf = (features: Features) =>
  Object.fromEntries(featureFlagNames.map((name) => [name, features[name]])) as Record<FeatureFlag, boolean>
