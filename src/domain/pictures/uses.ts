/** What may show a picture of the library. `version` is the website itself, as one of its versions has it. */
export const useKinds = ['show', 'product', 'media', 'release', 'award', 'gallery', 'version'] as const
export type UseKind = (typeof useKinds)[number]

export type PictureUse = {
  kind: UseKind
  /** Of the row; of a version its number. */
  id: string
  name: string
  /** False for a version that visitors do not see and that nobody edits, and for what can only be restored. */
  isCurrent: boolean
}
