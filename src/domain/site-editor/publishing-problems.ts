import { type PartName, partNames } from '#domain/site-editor/document.ts'
import { pathWords } from '#domain/site-editor/words.ts'
import { sentence } from '#domain/sites/problems.ts'

/** Why a document cannot be published. Without a part it is a setting that has to change. */
export type PublishingProblem = { part: PartName | null; text: string }

const contrastProblem = /^theme\.([\w.[\]]+) must carry (\w+) text \(contrast ([\d.]+), needed ([\d.]+)\)$/
const missingTexts = /^content\.pages\.(\w+) is missing\b/

/** A problem of a whole site (`incoherences`) as its owner reads it, and the part that has to change. */
export function publishingProblem(problem: string): PublishingProblem {
  const [, field, ink, reached, needed] = contrastProblem.exec(problem) ?? []
  if (field) {
    const path = field
      .split(/[.[\]]+/)
      .filter(Boolean)
      .map((step) => (/^\d$/.test(step) ? Number(step) : step))
    const where = pathWords('theme', path)
    return {
      part: 'theme',
      text: `${where}: ${ink} text on this colour is hard to read. Its contrast is ${reached}, and ${needed} is needed.`,
    }
  }
  const part = partNames.find((name) => name === `page-${missingTexts.exec(problem)?.[1]}`)
  if (part) return { part, text: 'This page is switched on, and its texts are missing.' }
  return { part: null, text: sentence(problem) }
}
