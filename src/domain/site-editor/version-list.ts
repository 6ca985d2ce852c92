import { z } from 'zod'
import { textProblem } from '#domain/sites/plain-text.ts'
import { sentence } from '#domain/sites/problems.ts'
import { defineList, type ListRequest, type ListSearch } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

export const versionStates = ['draft', 'scheduled', 'published', 'superseded'] as const
export type VersionState = (typeof versionStates)[number]

/** What the owner notes about a version. */
export const VersionNote = z
  .string()
  .trim()
  .max(500, 'Please use at most 500 characters.')
  .superRefine((text, context) => {
    const problem = textProblem(text, { lines: true })
    if (problem) context.addIssue({ code: 'custom', message: sentence(problem) })
  })

/** The newest first. */
export const versionList = defineList({ filters: { state: oneOf(...versionStates) }, size: 25 })
export type VersionSearch = ListSearch<typeof versionList>
export type VersionRequest = ListRequest<typeof versionList>
