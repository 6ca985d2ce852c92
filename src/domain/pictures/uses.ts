/** What may show a picture of the library. `version` is the website itself, as one of its versions has it. */
export const pictureUseKinds = ['show', 'product', 'media', 'release', 'award', 'gallery', 'version'] as const
export type PictureUseKind = (typeof pictureUseKinds)[number]

export type PictureUse = {
  kind: PictureUseKind
  /** Of the row; of a version its number. */
  id: string
  /** Of a version its state. */
  name: string
  /** False for a version that is neither published nor edited, and for deleted rows that can be restored. */
  isCurrent: boolean
}

const useKindLabels: Record<PictureUseKind, string> = {
  show: 'Show',
  product: 'Product',
  media: 'Video or recording',
  release: 'Record',
  award: 'Award',
  gallery: 'Gallery',
  version: 'Website',
}

const versionStateLabels: Record<string, string> = {
  draft: 'the draft',
  scheduled: 'the scheduled version',
  published: 'what visitors see now',
}

/** As a filter of the library says it. */
export const pictureUseFilterLabels: Record<PictureUseKind, string> = {
  show: 'Used in shows',
  product: 'Used in products',
  media: 'Used in videos and recordings',
  release: 'Used on records',
  award: 'Used for awards',
  gallery: 'Used in the gallery',
  version: 'Used on the website itself',
}

/** `Show: 2026-05-01, Lido, Berlin`. */
export function pictureUseText({ kind, id, name }: PictureUse): string {
  const about = kind === 'version' ? (versionStateLabels[name] ?? `version ${id}`) : name
  return about ? `${useKindLabels[kind]}: ${about}` : useKindLabels[kind]
}

const adminPaths: Record<PictureUseKind, (id: string) => string> = {
  show: (id) => `/admin/tour/${id}`,
  product: (id) => `/admin/shop/${id}`,
  media: (id) => `/admin/media/${id}`,
  release: (id) => `/admin/site/records/${id}`,
  award: (id) => `/admin/site/awards/${id}`,
  gallery: (id) => `/admin/gallery/${id}`,
  version: () => '/admin/site/versions',
}

/** The screen that changes it. */
export const adminPathOfUse = ({ kind, id }: PictureUse): string => adminPaths[kind](id)
