import { encode } from 'uqr'
import { qrCodeSettings } from '#domain/accounts/second-factor.ts'

/** The quiet zone that scanners need around a QR code, in modules. */
const border = 4

/** Drawn in the browser, so that no other service sees the secret. Black on white in every theme, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: qrCodeSettings.errorCorrection, border })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      width={qrCodeSettings.pixels}
      height={qrCodeSettings.pixels}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
