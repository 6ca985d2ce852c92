import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'
import { MailingListWidget } from '#web/site/contact/mailing-list.tsx'

export const view: SectionView<SectionOf<'mailing-list'>, undefined> = {
  View: () => (
    <section className="page-edge py-section">
      <MailingListWidget />
    </section>
  ),
}
