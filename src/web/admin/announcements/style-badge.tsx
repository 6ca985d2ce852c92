import type { ActiveAnnouncement } from '#web/admin/announcements/announcements-query.ts'
import { Badge } from '#web/admin/parts/badge.tsx'

const tones = { info: 'plain', success: 'good', warning: 'notice', urgent: 'bad' } as const

export const StyleBadge = ({ style }: Pick<ActiveAnnouncement, 'style'>) => <Badge tone={tones[style]}>{style}</Badge>
