import type { EditablePage } from '#domain/site-editor/editable-pages.ts'

/** A section as visitors would see it: with pictures and HTML where the document has addresses and Markdown. */
export type PreviewedSection = { id: string; kind: string; [field: string]: unknown }

/** What the page builder tells the page in its preview frame. `title` is that of a page of the owner's, else null. */
export type MessageToPreview =
  | { type: 'sections'; page: EditablePage; title: string | null; sections: PreviewedSection[] }
  | { type: 'highlight'; id: string | null }
  | { type: 'theme'; theme: 'light' | 'dark' }

/** What the page in the frame tells the page builder: it listens now, a section was clicked or pointed at, or Tab was pressed. */
export type MessageFromPreview =
  | { type: 'ready' }
  | { type: 'choose'; id: string }
  | { type: 'hover'; id: string | null }
  | { type: 'leave'; isBackwards: boolean }

const types: readonly unknown[] = ['ready', 'choose', 'hover', 'leave'] satisfies MessageFromPreview['type'][]

/** Other scripts of a browser post messages too. */
export const isFromPreview = (data: unknown): data is MessageFromPreview =>
  typeof data === 'object' && data !== null && types.includes((data as Record<string, unknown>).type)
