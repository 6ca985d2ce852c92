import type { Link } from '#domain/pages/content.ts'
import { fixedParts, type PartName } from '#domain/site-editor/document.ts'
import { problemSentence } from '#domain/sites/problems.ts'

/**
 * Why a document cannot be published. Without a part it is a setting that has to change; with a picture, what the library
 * says about it.
 */
export type PublishingProblem = { part: PartName | null; text: string; pictureId?: string }

const contrastProblem = /^(light|dark) theme: /
const missingTexts = /^content\.pages\.(\w+) is missing\b/

/** A problem of a whole site (`siteContradictions`) as its owner reads it, and the part that has to change. */
export function publishingProblem(problem: string): PublishingProblem {
  if (contrastProblem.test(problem)) return { part: 'theme', text: problemSentence(problem) }
  const part = fixedParts.find((name) => name === `page-${missingTexts.exec(problem)?.[1]}`)
  if (part) return { part, text: 'This page is switched on, and its texts are missing.' }
  return { part: null, text: problemSentence(problem) }
}

export const deadLink = (part: PartName, { target, label }: Link): PublishingProblem => ({
  part,
  text: `The link “${label}” leads to ${target}, and there is no such page.`,
})

export const undescribedPicture = (part: PartName, { id, name }: { id: string; name: string }): PublishingProblem => ({
  part,
  text: `The picture “${name}” has no description. Describe it, or tick that it is only decoration.`,
  pictureId: id,
})
