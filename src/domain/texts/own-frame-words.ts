/** Texts of the frame of every page: the banner of a trial installation, and the link to the order look-up in the footer. */

/** Under a form whose page could not load its scripts. */
export const scriptsNotLoadedTexts = {
  sentence:
    'This page has not loaded completely, so nothing was sent. Please keep a copy of what you wrote, reload the page and try again.',
  /** In place of a part of the page whose script did not load. */
  part: 'A part of this page did not load. Please check your connection and reload the page.',
} as const

export const stagingTexts = {
  label: 'Trial installation',
  banner: 'This is a trial of a website. Nothing here is for sale, and no money moves.',
} as const

export const footerTexts = { findOrder: 'Find your order' } as const

/** On every public page while an administrator looks at the draft. */
export const draftPreviewTexts = {
  label: 'Preview of the draft',
  banner: 'Preview: draft, not published',
  link: 'Not published yet',
  onlyShows: 'This is a preview. Nothing can be sent, saved or ordered in it.',
  editor: 'Back to the editor',
  leave: 'Leave preview',
} as const
