import { freshId } from '#web/fresh-id.ts'

/** An id for a section or a page, which is short because it is stored often. */
export const shortId = (): string => freshId().replaceAll('-', '').slice(0, 10)
