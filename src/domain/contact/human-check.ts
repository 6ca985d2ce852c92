/** Names the form in the human check, so that a token made for another one is worth nothing here. */
export const humanCheckAction = 'contact_form'
export const humanCheckWaitMs = 30_000
