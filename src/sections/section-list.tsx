import type { SectionAnswer } from '#api/site/sections.ts'
import type { SectionKind } from '#sections/kinds.ts'
import type { LoadedSection, SectionContext } from '#sections/section-view.ts'
import { sectionViews } from '#sections/views.ts'

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
