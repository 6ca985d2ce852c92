import { expect, test } from 'vitest'
import { pageCsp, previewHeaders, setSecurityHeaders } from '#app/http/security-headers.ts'
import { parsePreviewPath } from '#domain/site-editor/preview.ts'

/** What the pages of a preview are answered with. */
function headersOf(path: string): Headers {
  const preview = parsePreviewPath(path)
  const headers = new Headers(preview ? previewHeaders(preview) : [])
  headers.set('content-security-policy', pageCsp('n', { turnstile: false, isFramed: preview?.key === 'draft' }))
  setSecurityHeaders(headers)
  return headers
}

const token = 'a'.repeat(43)

test('only the preview of administrators can be shown in a frame, and only by the site itself', () => {
  const framing = (path: string) => {
    const headers = headersOf(path)
    const policy = headers.get('content-security-policy')!
    return [headers.get('x-frame-options'), /frame-ancestors [^;]+/.exec(policy)?.[0]]
  }
  expect(framing('/admin/site/preview/tour')).toEqual(['SAMEORIGIN', "frame-ancestors 'self'"])
  const others = [`/preview/${token}/tour`, '/tour', '/admin/site/previews', '/admin/site/pages', '/preview/short/tour']
  for (const path of others) expect(framing(path)).toEqual(['DENY', "frame-ancestors 'none'"])
})

test('forbids caching, indexing and referrers of a preview', () => {
  for (const path of ['/admin/site/preview', `/preview/${token}`]) {
    const headers = headersOf(path)
    expect(['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => headers.get(name))).toEqual([
      'no-store',
      'noindex',
      'same-origin',
    ])
  }
})
