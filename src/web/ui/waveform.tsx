type Props = {
  /** From 0 to 255, from the beginning to the end. */
  peaks: ArrayLike<number>
  className?: string
}

/** A sound as it looks: one bar for each number, as wide as there is room. It says nothing to those who cannot see. */
export function Waveform({ peaks, className = '' }: Props) {
  const bars = Array.from(peaks, (peak, at) => {
    const height = Math.max(4, (peak / 255) * 100)
    return `M${at + 0.5} ${(100 - height) / 2}v${height.toFixed(1)}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(1, peaks.length)} 100`}
      preserveAspectRatio="none"
      className={className}
    >
      <path d={bars.join('')} stroke="currentColor" strokeWidth={0.6} fill="none" />
    </svg>
  )
}
