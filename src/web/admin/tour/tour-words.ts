import type { ShowStatus } from '#domain/tour/show.ts'

export const statusWords: Record<ShowStatus, string> = { draft: 'Draft', upcoming: 'Announced', past: 'Past' }

export const choicesOf = <K extends string>(words: Record<K, string>) => Object.entries(words) as [K, string][]
