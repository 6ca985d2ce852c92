export const longestSubject = 120
export const longestAnswer = 5_000

/** The timeline of a customer shows this many events of each kind. */
export const mostOfEach = 500
