/** How much had gone at a time, both counted from anywhere. */
export type SpeedSample = { ms: number; bytes: number }

const sampleWindowMs = 5_000
/** Less than this tells nothing. */
const minMeasuredMs = 500

/** The samples that still tell how fast it goes, with one more. */
export function addSpeedSample(samples: readonly SpeedSample[], next: SpeedSample): SpeedSample[] {
  return [...samples.filter(({ ms }) => next.ms - ms <= sampleWindowMs), next]
}

/** The current speed, and how long the rest takes at it; null while there are too few samples. */
export function transferSpeed(
  samples: readonly SpeedSample[],
  whole: number,
): { perSecond: number; secondsLeft: number } | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.ms - first.ms < minMeasuredMs || last.bytes <= first.bytes) return null
  const perSecond = ((last.bytes - first.bytes) * 1000) / (last.ms - first.ms)
  return { perSecond, secondsLeft: Math.ceil((whole - last.bytes) / perSecond) }
}

/** `8 seconds`, `3 minutes`, `2 hours`: as exact as an estimate can be. */
export function roughDuration(seconds: number): string {
  const [size, name] = seconds < 60 ? [1, 'second'] : seconds < 3_600 ? [60, 'minute'] : [3_600, 'hour']
  const count = Math.max(1, Math.round(seconds / size))
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

export const megabytesText = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const fewBytes = 100_000

/** `12 KB`, `0.4 MB`. */
export const fileSizeText = (bytes: number): string =>
  bytes < fewBytes ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : megabytesText(bytes)

/** `5 of 17 KB`, `1.0 MB of 9.0 MB`. */
export const sentOfTotalText = (sent: number, all: number): string =>
  all < fewBytes
    ? `${Math.round(sent / 1_000)} of ${fileSizeText(all)}`
    : `${megabytesText(sent)} of ${megabytesText(all)}`

/** `12.0 MB of 80.0 MB, 2.0 MB a second, 34 seconds left`. */
export function transferProgressText(samples: readonly SpeedSample[], whole: number): string {
  const gone = `${megabytesText(samples.at(-1)?.bytes ?? 0)} of ${megabytesText(whole)}`
  const going = transferSpeed(samples, whole)
  if (!going || going.secondsLeft === 0) return gone
  return `${gone}, ${megabytesText(going.perSecond)} a second, ${roughDuration(going.secondsLeft)} left`
}
