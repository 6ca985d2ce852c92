import type { LabelledLink } from '#domain/pages/content.ts'
import type { PartName } from '#domain/site-editor/document.ts'
import type { Contradiction } from '#domain/sites/contradictions.ts'
import { problemSentence } from '#domain/sites/site-file-problems.ts'

/**
 * Why a document cannot be published. Without a part it is a setting that has to change; `path` leads to the field of the
 * part; with a picture, it is what the library says about it.
 */
export type PublishingProblem = { part: PartName | null; path?: string; text: string; pictureId?: string }

export const contradictionProblem = ({ part, text }: Contradiction): PublishingProblem => ({
  part,
  text: problemSentence(text),
})

export const deadLinkProblem = (part: PartName, { target, label }: LabelledLink): PublishingProblem => ({
  part,
  text: `The link “${label}” leads to ${target}, and there is no such page.`,
})

export const undescribedPictureProblem = (
  part: PartName,
  { id, name }: { id: string; name: string },
): PublishingProblem => ({
  part,
  text: `The picture “${name}” has no description. Describe it, or tick that it is only decoration.`,
  pictureId: id,
})
