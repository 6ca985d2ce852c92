import type { PasswordRequirements } from '#domain/accounts/password.ts'
import type { ImageName, LabelledLink, SiteContent } from '#domain/pages/content.ts'
import type { Features } from '#domain/sites/features.ts'
import type { FontPairName } from '#domain/sites/fonts.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'

export const businessTypes = ['musician', 'software', 'service'] as const
export const socialIcons = ['facebook', 'instagram', 'youtube', 'tiktok', 'github'] as const
export const pageTransitions = ['fade', 'slide', 'slideUp', 'scale', 'flip'] as const
export const easings = ['linear', 'easeIn', 'easeOut', 'easeInOut'] as const
export const shades = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const

export type BusinessType = (typeof businessTypes)[number]
export type Shade = (typeof shades)[number]
/** Six digits: `#b91c1c`. Nothing else is ever used as a colour. */
export type Hex = `#${string}`
export type ColourScale = Record<Shade, Hex>
export type Palette = { primary: ColourScale; secondary: ColourScale; accent: ColourScale }

/** Colours one after another along a line; 0 degrees points up, 90 to the right. */
export type Gradient = { angle: number; stops: Hex[] }

export type Gradients = {
  /** Behind a whole page: dark text on it in the light theme, light text in the dark one. */
  layout: Gradient
  /** On buttons and other small parts, under white text. */
  components: Gradient
  /** On large panels, under white text. */
  features: Gradient
  /** The banner at each level, under white text. */
  announcements: { info: Gradient; success: Gradient; warning: Gradient; urgent: Gradient }
  /** On labels, under white text. */
  tags: Gradient
}

/** The shades run from light to dark in both themes. */
export type ThemeVariant = { colours: Palette; gradients: Gradients }
export type Theme = { light: ThemeVariant; dark: ThemeVariant }

export type AnimationSettings = {
  enabled: boolean
  pageTransitions: boolean
  componentAnimations: boolean
  /** Stillness for everyone; a visitor whose system asks for it has it anyway. */
  reducedMotion: boolean
  /** Seconds. */
  duration: number
  easing: (typeof easings)[number]
  defaultPageTransition: (typeof pageTransitions)[number]
}

/** What gives the site its character besides its colours. `radius` is that of corners, in pixels. */
export type SiteStyle = { fonts: FontPairName; radius: number }

export type SocialLink = { link: string; icon: (typeof socialIcons)[number]; label: string }

export type ThemedImage = { light: ImageName; dark: ImageName }

export type Site = {
  /** Its folder below `sites/`, where its pages and images are. */
  folder: string
  /** The website id to which every row of its content belongs. It never changes. */
  siteId: string
  name: string
  tagline: string
  /** For search engines and link previews. */
  description: string
  businessType: BusinessType
  domain: string
  /** Further host names that lead here. */
  hosts: string[]
  /** The one site that is meant where no host decides. */
  isDefault: boolean
  locale: string
  /** IANA name. */
  zone: string
  /** ISO 4217. */
  currency: string
  contact: { email: string | null }
  /** Files in the site's `images` folder; each is named for the theme that it is shown on. */
  branding: {
    /** Null: the name of the site is shown instead. */
    logo: ThemedImage | null
    signature: ThemedImage | null
    /** The picture that icons are made from; null: the first letter of the name; undefined: the files of the folder. */
    icon?: string | null | undefined
  }
  /** Null leaves the standard list. */
  navigation: { main: LabelledLink[] | null; footer: LabelledLink[] | null }
  social: SocialLink[]
  features: Features
  shop: ShopRules
  /** The quota of its files for sale, in gigabytes of 1024 megabytes. */
  uploads: { quotaGigabytes: number }
  copyright: { content: string; developer: string | null }
  theme: Theme
  style: SiteStyle
  animation: AnimationSettings
  security: { passwordRequirements: PasswordRequirements }
  content: SiteContent
  /** The addresses, present and earlier ones, of the pages that the owner has made and that visitors may open. */
  ownPages: readonly string[]
}

/** Objects may leave out what has a default; lists are whole or absent. */
type Loose<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Loose<T[K]> } : T

type GradientsConfig = Partial<Omit<Gradients, 'announcements'>> & {
  announcements?: Partial<Gradients['announcements']>
}
type VariantConfig = { colours?: Partial<Palette>; gradients?: GradientsConfig }

type RequiredField =
  | 'siteId'
  | 'name'
  | 'tagline'
  | 'description'
  | 'domain'
  | 'zone'
  | 'currency'
  | 'branding'
  | 'content'
type OptionalField = 'businessType' | 'hosts' | 'isDefault' | 'locale' | 'social'
type NestedField =
  | 'contact'
  | 'navigation'
  | 'features'
  | 'shop'
  | 'uploads'
  | 'copyright'
  | 'style'
  | 'animation'
  | 'security'

/** The fields of a site's own file; missing ones get the defaults. */
export type SiteConfig = Pick<Site, RequiredField> &
  Partial<Pick<Site, OptionalField>> & { [K in NestedField]?: Loose<Site[K]> } & { theme?: ThemeConfig }

export type ThemeConfig = { light?: VariantConfig; dark?: VariantConfig }

/** A site as its file defines it, not yet checked. */
export type SiteDefinition = { folder: string; config: SiteConfig }

/** Names the site's folder and lets the editor complete its fields. The registry checks and fills it. */
export const defineSite = (folder: string, config: SiteConfig): SiteDefinition => ({ folder, config })
