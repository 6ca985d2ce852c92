import type { SectionAnswer } from '#api/site/sections.ts'
import type { SectionKind } from '#sections/kinds.ts'
import type { LoadedSection, SectionContext, SectionView } from '#sections/section-view.ts'

// biome-ignore lint/suspicious/noExplicitAny: each view knows the section of its own kind
type AnyView = SectionView<any, any>

/** The `view.tsx` of each folder, by the name of the folder, which is that of the kind. */
const modules = import.meta.glob<{ view: AnyView }>('./*/view.tsx', { eager: true })

export const sectionViews = Object.fromEntries(
  Object.entries(modules).map(([path, { view }]) => [path.split('/')[1]!, view]),
) as Record<SectionKind, AnyView>

/** Reads what the sections of a page need. */
export const loadSections = (context: SectionContext, sections: readonly SectionAnswer[]): Promise<LoadedSection[]> =>
  Promise.all(
    sections.map(async (section) => ({
      section,
      data: section.kind === 'main' ? null : await sectionViews[section.kind as SectionKind].load?.(context, section),
    })),
  )

const isFirstScreen = ({ section }: LoadedSection) => section.kind === 'hero'

/** A page with a first screen has its title there. */
export const hasFirstScreen = (sections: readonly LoadedSection[]): boolean => sections.some(isFirstScreen)

type SectionListProps = {
  sections: readonly LoadedSection[]
  /** The page has its title elsewhere. */
  isBelowTitle?: boolean
}

/** Sections in their order. */
export function SectionList({ sections, isBelowTitle = false }: SectionListProps) {
  const title = isBelowTitle ? undefined : sections.find(isFirstScreen)
  return sections.map((loaded) => {
    const { section, data } = loaded
    const { View } = sectionViews[section.kind as SectionKind]
    return (
      <div key={section.id} data-section={section.id}>
        <View section={section} data={data} isTitle={loaded === title} />
      </div>
    )
  })
}
