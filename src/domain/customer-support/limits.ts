export const longestSubject = 120
export const longestAnswer = 5_000

/** Of each kind of thing that has happened with a customer the newest are shown: more than anybody reads. */
export const mostOfEach = 500
