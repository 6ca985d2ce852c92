import type { z } from 'zod'
import { OperatorError } from '#domain/operator-error.ts'

/** Site files that cannot be used; the message has one line for each problem and names the site and the field. */
export class InvalidSiteFiles extends OperatorError {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** One sentence for each problem of a field. */
export function issueSentences(folder: string, issue: z.core.$ZodIssue, config: unknown): string[] {
  const sentence = (path: PropertyKey[], problem: string) =>
    [`sites/${folder}:`, fieldName(path), problem].filter(Boolean).join(' ')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => sentence([...issue.path, key], 'is not a known field'))
  return [sentence(issue.path, valueAt(config, issue.path) === undefined ? 'is missing' : issue.message)]
}

/** A problem as an owner reads it beside a field: `This must not be empty.` */
export const problemSentence = (problem: string): string =>
  `${/^(must|is) /.test(problem) ? `This ${problem}` : problem[0]!.toUpperCase() + problem.slice(1)}.`

/** The same for forms, whose own rules are sentences already. */
export const fieldProblemSentence = (message: string): string =>
  message.startsWith('must ') ? problemSentence(message) : message

/** The problem in words, where the schema has no message of its own. */
export function zodIssueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'array' ? ' long' : ''}`
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'array' ? ' long' : ''}`
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object with fields',
}

/** `social[1].link` */
const fieldName = (path: PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce((at, part) => (at as Record<PropertyKey, unknown> | null | undefined)?.[part], value)
