import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Signature } from '#web/site/shell/signature.tsx'

const drawing = (name: string) => ({
  base: `/images/0123456789abcdef/${name}`,
  width: 685,
  height: 180,
  placeholder: null,
  alt: '',
  asIs: 'svg' as const,
})

test('renders the signature of each theme with its size', () => {
  const signature = { light: drawing('signature-light'), dark: drawing('signature-dark') }
  const html = renderToStaticMarkup(<Signature of={{ name: 'Marlow Quay', signature }} />)
  expect(html).toMatch(/signature-light\.svg"[^>]* width="685" height="180"[^>]*dark-hidden/)
  expect(html).toMatch(/signature-dark\.svg"[^>]*light-hidden/)
  expect(html).toContain('alt="Signed, Marlow Quay"')
})

test('a site without a signature renders none', () => {
  expect(renderToStaticMarkup(<Signature of={{ name: 'Setlight', signature: null }} />)).toBe('')
})
