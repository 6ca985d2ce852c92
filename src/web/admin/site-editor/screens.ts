import type { LinkProps } from '@tanstack/react-router'
import {
  Disc3,
  Fingerprint,
  History,
  Images,
  LayoutTemplate,
  ListTree,
  type LucideIcon,
  Palette,
  Quote,
  ToggleRight,
  Trophy,
  Truck,
  Type,
} from 'lucide-react'
import type { PartName } from '#domain/site-editor/document.ts'
import { pageOfPart } from '#domain/site-editor/editable-pages.ts'
import { identityParts, textParts } from '#domain/site-editor/text-fields.ts'
import { hasShop, type WithFeatures } from '#domain/sites/features.ts'
import { pictureLibraryTexts } from '#domain/texts/own-admin-words.ts'

export type SiteEditorScreen = {
  to: LinkProps['to'] & `/admin/site/${string}`
  label: string
  Icon: LucideIcon
  /** Whether this part of the document is edited there: a problem with it leads to this screen. */
  hasPart?: (part: PartName) => boolean
  /** Where this feature is off, nothing leads there. */
  requires?: (site: WithFeatures) => boolean
}

const oneOf = (parts: readonly PartName[]) => (part: PartName) => parts.includes(part)

/** The screens of the site editor in their order. Sidebar, command palette, titles and links between them read it. */
export const siteEditorScreens: readonly SiteEditorScreen[] = [
  { to: '/admin/site/identity', label: 'Identity', Icon: Fingerprint, hasPart: oneOf(identityParts) },
  { to: '/admin/site/look', label: 'Look', Icon: Palette, hasPart: oneOf(['theme', 'style', 'animation']) },
  { to: '/admin/site/pages', label: 'Pages', Icon: LayoutTemplate, hasPart: (part) => pageOfPart(part) !== null },
  { to: '/admin/site/texts', label: 'Texts', Icon: Type, hasPart: oneOf(textParts) },
  { to: '/admin/site/navigation', label: 'Navigation', Icon: ListTree, hasPart: oneOf(['navigation']) },
  { to: '/admin/site/pictures', label: pictureLibraryTexts.title, Icon: Images },
  { to: '/admin/site/features', label: 'Features', Icon: ToggleRight },
  { to: '/admin/site/shop-rules', label: 'Shop rules', Icon: Truck, requires: hasShop },
  { to: '/admin/site/records', label: 'Records', Icon: Disc3 },
  { to: '/admin/site/awards', label: 'Awards', Icon: Trophy },
  { to: '/admin/site/press', label: 'Press', Icon: Quote },
  { to: '/admin/site/versions', label: 'Versions', Icon: History },
]

/** Where this part is edited. */
export const screenOfPart = (part: PartName): SiteEditorScreen | undefined =>
  siteEditorScreens.find(({ hasPart }) => hasPart?.(part))
