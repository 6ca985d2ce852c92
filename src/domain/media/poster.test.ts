import { expect, test } from 'vitest'
import { plainAddress, sourceSet } from '#domain/images/addresses.ts'
import { posterOf } from '#domain/media/poster.ts'

const of = (posterUrl: string | null) => posterOf({ posterUrl, posterAlt: 'A lamp' })

test('one of the site’s pictures comes in the widths up to its own', () => {
  const poster = of('/images/5a250ca1486ec3aa/media-01-960.jpeg')
  if (poster?.kind !== 'picture') throw new Error('not a picture')
  expect(plainAddress(poster.picture)).toBe('/images/5a250ca1486ec3aa/media-01-960.jpeg')
  expect(sourceSet(poster.picture, 'avif')).toBe(
    [320, 480, 640, 960].map((width) => `/images/5a250ca1486ec3aa/media-01-${width}.avif ${width}w`).join(', '),
  )
  expect(poster.picture.alt).toBe('A lamp')
})

test.each([
  '/media/files/poster.jpg',
  '/images/5a250ca1486ec3aa/logo.svg',
  '/images/5a250ca1486ec3aa/og-1200x630.jpeg',
])('%s is shown as it is', (address) => expect(of(address)).toEqual({ kind: 'file', address, alt: 'A lamp' }))

test.each([null, '', 'https://i.ytimg.com/vi/x/hq.jpg', '//evil.example/x.jpg', '/\\evil.example/x.jpg', 'data:,x'])(
  'nobody else is asked for %s',
  (address) => expect(of(address)).toBeNull(),
)
