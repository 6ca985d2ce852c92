import type { Changes } from '#domain/activity/changes.ts'
import { deedOf, fieldName, heldBy, personName } from '#domain/activity/words.ts'
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

/** The log for a spreadsheet: a line is a line, with what was changed in one cell. */
export const activityCsv = (lines: readonly LoggedLine[]): string =>
  csvFile([
    ['when', 'who', 'what', 'thing', 'changes'],
    ...lines.map((line) => [
      line.createdAt.toISOString(),
      personName(line),
      deedOf(line),
      line.resourceName ?? '',
      Object.entries(line.changes)
        .map(([field, { before, after }]) => `${fieldName(field)}: ${told(before)} → ${told(after)}`)
        .join('\n'),
    ]),
  ])

function told(value: Parameters<typeof heldBy>[0]): string {
  const held = heldBy(value)
  if (held === null || held === '') return 'nothing'
  if (Array.isArray(held)) return held.join(', ') || 'nothing'
  return typeof held === 'boolean' ? (held ? 'yes' : 'no') : String(held)
}
