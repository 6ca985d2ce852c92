import { z } from 'zod'
import { textProblem } from '#domain/sites/plain-text.ts'
import { problemSentence } from '#domain/sites/problems.ts'

/** What the owner notes about a version. */
export const versionNoteSchema = z
  .string()
  .trim()
  .max(500, 'Please use at most 500 characters.')
  .superRefine((text, context) => {
    const problem = textProblem(text, { lines: true })
    if (problem) context.addIssue({ code: 'custom', message: problemSentence(problem) })
  })
