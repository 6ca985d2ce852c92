import type { Changes } from '#domain/activity/activity.ts'
import { activityText, activityUserLabel, changedFieldLabel, formatChangedValue } from '#domain/activity/words.ts'
import { csvFile } from '#domain/csv.ts'

export type ActivityCsvEntry = {
  createdAt: Date
  userId: string | null
  email: string | null
  resourceType: string
  action: string
  name: string | null
  changes: Changes
  /** What a signed-in user was doing when a password or code of theirs was wrong. */
  during: string | null
  /** Browser and system. */
  device: string | null
}

/** One row per log line; all changes stand in one cell. */
export const activityCsv = (lines: readonly ActivityCsvEntry[]): string =>
  csvFile([
    ['when', 'who', 'what', 'name', 'changes', 'device'],
    ...lines.map((line) => [
      line.createdAt.toISOString(),
      activityUserLabel(line, line.resourceType),
      activityText(line),
      line.name ?? '',
      Object.entries(line.changes)
        .map(
          ([field, { before, after }]) => `${changedFieldLabel(field)}: ${formatValue(before)} → ${formatValue(after)}`,
        )
        .join('\n'),
      line.device ?? '',
    ]),
  ])

function formatValue(value: Parameters<typeof formatChangedValue>[0]): string {
  const readable = formatChangedValue(value)
  if (readable === null || readable === '') return 'nothing'
  if (Array.isArray(readable)) return readable.join(', ') || 'nothing'
  return typeof readable === 'boolean' ? (readable ? 'yes' : 'no') : String(readable)
}
