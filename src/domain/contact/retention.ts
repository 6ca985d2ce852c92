/** How long what somebody has written is kept after the last of it. The sites' privacy pages promise this. */
export const correspondenceYears = 2

/** Who has not written since then is forgotten. */
export function forgottenBefore(now: Date): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - correspondenceYears)
  return then
}
