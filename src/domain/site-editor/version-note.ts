import { z } from 'zod'
import { problemSentence } from '#domain/sites/site-file-problems.ts'
import { plainTextProblem } from '#domain/sites/text-problems.ts'

/** What the owner notes about a version. */
export const versionNoteSchema = z
  .string()
  .trim()
  .max(500, 'Please use at most 500 characters.')
  .superRefine((text, context) => {
    const problem = plainTextProblem(text, { lines: true })
    if (problem) context.addIssue({ code: 'custom', message: problemSentence(problem) })
  })
