/** `4:12`, or `1:02:09` from an hour on. */
export function formatDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const rest = twoDigits(seconds % 60)
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** The longest that an item may be. */
export const maxDurationSeconds = 86_400

/** A measured length as an item has it; null where it is none that it may have. */
export function wholeDurationSeconds(seconds: number | null): number | null {
  const whole = seconds === null ? Number.NaN : Math.max(1, Math.round(seconds))
  return whole <= maxDurationSeconds ? whole : null
}

/** A typed length in seconds; NaN when it is none. */
export function parseDuration(text: string): number {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return Number.NaN
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}
