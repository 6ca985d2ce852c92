import type { AnnouncementStyle } from '#domain/announcements/announcement.ts'
import type { AnnouncementState } from '#domain/announcements/state.ts'
import { stateWords, styleWords } from '#web/admin/announcements/announcement-words.ts'
import { Badge } from '#web/admin/ui/badge.tsx'

const styleTones = { info: 'plain', success: 'good', warning: 'notice', urgent: 'bad' } as const
const stateTones = { live: 'good', scheduled: 'notice', ended: 'plain', off: 'plain' } as const

export const StyleBadge = ({ style }: { style: AnnouncementStyle }) => (
  <Badge tone={styleTones[style]}>{styleWords[style]}</Badge>
)

export const StateBadge = ({ state }: { state: AnnouncementState }) => (
  <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
)
