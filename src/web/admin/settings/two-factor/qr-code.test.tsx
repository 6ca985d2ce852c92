import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from '#web/admin/settings/two-factor/qr-code.tsx'

const uri = 'otpauth://totp/Marlow%20Quay:owner%40marlowquay.example?secret=JBSWY3DPEHPK3PXP&issuer=Marlow%20Quay'

test('the QR code is 256 pixels wide, black on white, with a quiet zone and low error correction', () => {
  const page = renderToStaticMarkup(<QrCode text={uri} label="QR code" />)
  expect(page).toMatch(/<svg role="img" aria-label="QR code" width="256" height="256"/)
  const { size, data } = encode(uri, { ecc: 'L', border: 0 })
  expect(page).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`)
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x + 4} ${y + 4}`] : [])))
  expect([...page.matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, at]) => at)).toEqual(dark)
  expect(page).toMatch(/<rect[^>]*fill="#fff".*<path[^>]*fill="#000"/)
})
