import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'

const heights = { small: 'h-8', medium: 'h-20', large: 'h-40' }

export const view: SectionView<SectionOf<'spacer'>, undefined> = {
  View: ({ section: { size, line } }) => (
    <div aria-hidden className={`page-edge grid items-center ${heights[size]}`}>
      {line && <hr className="border-line border-t" />}
    </div>
  ),
}
