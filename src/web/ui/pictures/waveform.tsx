type Props = {
  /** From 0 to 255, in playing order. */
  peaks: ArrayLike<number>
  className?: string
}

/** One bar per peak, stretched to the width of the box; hidden from screen readers. */
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
