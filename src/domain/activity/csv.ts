import type { Changes } from '#domain/activity/activity.ts'
import { actionWords, fieldName, personName, readableValue } from '#domain/activity/words.ts'
import { csvFile } from '#domain/csv.ts'

export type LoggedLine = {
  createdAt: Date
  userId: string | null
  email: string | null
  resourceType: string
  action: string
  resourceName: string | null
  changes: Changes
}

/** One row per log line; all changes stand in one cell. */
export const activityCsv = (lines: readonly LoggedLine[]): string =>
  csvFile([
    ['when', 'who', 'what', 'thing', 'changes'],
    ...lines.map((line) => [
      line.createdAt.toISOString(),
      personName(line),
      actionWords(line),
      line.resourceName ?? '',
      Object.entries(line.changes)
        .map(([field, { before, after }]) => `${fieldName(field)}: ${formatValue(before)} → ${formatValue(after)}`)
        .join('\n'),
    ]),
  ])

function formatValue(value: Parameters<typeof readableValue>[0]): string {
  const readable = readableValue(value)
  if (readable === null || readable === '') return 'nothing'
  if (Array.isArray(readable)) return readable.join(', ') || 'nothing'
  return typeof readable === 'boolean' ? (readable ? 'yes' : 'no') : String(readable)
}
