import type { SectionKind } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'

// biome-ignore lint/suspicious/noExplicitAny: each view knows the section of its own kind
type AnyView = SectionView<any, any>

/** The `view.tsx` of each folder, by the name of the folder, which is that of the kind. */
const modules = import.meta.glob<{ view: AnyView }>('./*/view.tsx', { eager: true })

export const sectionViews = Object.fromEntries(
  Object.entries(modules).map(([path, { view }]) => [path.split('/')[1]!, view]),
) as Record<SectionKind, AnyView>
