export const longestSubject = 120
export const longestAnswer = 5_000
