import type { SectionPage } from '#domain/sites/pages.ts'

/** What the page builder tells the page in its frame. `sections` are as the API sends them. */
export type MessageToPreview =
  | { type: 'sections'; page: SectionPage | `own-${string}`; sections: readonly { id: string; kind: string }[] }
  | { type: 'highlight'; id: string | null }
  | { type: 'theme'; theme: 'light' | 'dark' }

/** What that page tells the builder. */
export type MessageFromPreview =
  | { type: 'ready' }
  | { type: 'choose'; id: string }
  | { type: 'hover'; id: string | null }
