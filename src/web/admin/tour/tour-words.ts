import type { Availability, ShowStatus } from '#domain/tour/show.ts'

export const statusWords: Record<ShowStatus, string> = { draft: 'Draft', upcoming: 'Announced', past: 'Past' }

export const availabilityWords: Record<Availability, string> = {
  scheduled: 'Scheduled',
  'sold out': 'Sold out',
  postponed: 'Postponed',
  rescheduled: 'New date',
  cancelled: 'Cancelled',
  free: 'Free entry',
}

export const choicesOf = <K extends string>(words: Record<K, string>) => Object.entries(words) as [K, string][]
