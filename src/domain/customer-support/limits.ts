export const maxSubjectLength = 120
export const maxAnswerLength = 5_000

/** The timeline of a customer shows this many events of each kind. */
export const maxTimelineEntries = 500
