import { Link } from '@tanstack/react-router'
import type { DashboardAnswer } from '#api/admin/dashboard.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { comparison } from '#web/admin/dashboard/comparison.ts'
import { moreLinkClass } from '#web/admin/dashboard/list.tsx'
import { Figure } from '#web/admin/dashboard/sales.tsx'
import { Part } from '#web/admin/ui/screen.tsx'

export const PreviewPlays = ({ plays: { last, before, days } }: { plays: NonNullable<DashboardAnswer['plays']> }) => (
  <Part
    title="Listened to"
    action={
      <Link to="/admin/digital-analytics" className={moreLinkClass}>
        {sidebarTexts.analytics}
      </Link>
    }
  >
    <dl className="border-line border-y bg-raised">
      <Figure
        name="Preview plays"
        value={String(last)}
        days={days.map(({ date, plays }) => ({ date, value: plays, words: String(plays) }))}
        change={comparison(last, before, String)}
        less={null}
      />
    </dl>
  </Part>
)
