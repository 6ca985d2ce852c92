import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { ArtDirectedPicture, Picture } from '#web/ui/pictures/picture.tsx'
import { picturePreloadLinks } from '#web/ui/pictures/picture-source.ts'

const hero: PictureData = {
  base: '/images/0123456789abcdef/hero',
  width: 700,
  height: 400,
  placeholder: 'data:image/webp;base64,UklGRg==',
  alt: 'A "stage" at night',
  asIs: null,
}
const tall: PictureData = { ...hero, base: '/images/fedcba9876543210/hero-tall', width: 400, height: 700 }
const logo: PictureData = { ...hero, base: '/images/0123456789abcdef/logo', asIs: 'svg', placeholder: null }

const sources = (html: string) => [...html.matchAll(/<source[^>]*>/g)].map(([tag]) => tag)

test('renders a lazy picture on the server, marked as outside the viewport', () => {
  const html = renderToString(<Picture picture={hero} sizes="50vw" className="w-full" />)
  expect(html).not.toContain('<noscript>')
  expect(html).toMatch(/<img loading="lazy"[^>]* src="\/images\/0123456789abcdef\/hero-640\.jpeg"/)
  expect(html).toMatch(/^<span class="picture w-full"[^>]* data-far="true"/)
})

test('a lazy picture has sizes="auto"', () => {
  const html = renderToString(<Picture picture={hero} sizes="50vw" />)
  expect(html).toMatch(/<img[^>]* sizes="auto, 50vw"/)
})

test('offers every format, smallest first, in all widths', () => {
  const html = renderToString(<Picture picture={hero} sizes="50vw" />)
  const found = sources(html)
  expect(found.map((tag) => /type="([^"]+)"/.exec(tag)?.[1])).toEqual(['image/avif', 'image/webp', 'image/jpeg'])
  for (const tag of found) {
    expect(tag).toContain('sizes="auto, 50vw"')
    expect(tag.match(/ \d+w/g)).toEqual([' 320w', ' 480w', ' 640w'])
  }
})

test('reserves the space and shows the placeholder from the start', () => {
  const html = renderToString(<Picture picture={hero} sizes="50vw" />)
  expect(html).toContain('--ratio:700/400')
  expect(html).toContain('--miniature:url(data:image/webp;base64,UklGRg==)')
  expect(html).toMatch(/<img[^>]* width="700" height="400" alt="A &quot;stage&quot; at night"/)
})

test('sets object-position to the focal point unless it is the centre', () => {
  expect(renderToString(<Picture picture={hero} sizes="50vw" />)).not.toContain('--focus')
  const focused = { ...hero, focus: { x: 12, y: 80 } }
  expect(renderToString(<Picture picture={focused} sizes="50vw" />)).toContain('--focus:12% 80%')
  const both = renderToString(<ArtDirectedPicture wide={focused} tall={tall} sizes="100vw" />)
  expect(both).toContain('--focus:12% 80%')
  expect(both).toContain('--tall-focus:center')
})

test('loads the first picture eagerly with high priority', () => {
  const html = renderToString(<Picture picture={hero} sizes="100vw" priority />)
  expect(html).not.toMatch(/data-far|loading=|auto/)
  expect(html).toMatch(/<img[^>]* fetchPriority="high"/)
})

test('offers phones the portrait version of a picture', () => {
  const html = renderToString(<ArtDirectedPicture wide={hero} tall={tall} sizes="100vw" priority />)
  const media = sources(html).map((tag) => (tag.includes('media="(orientation: portrait)"') ? 'tall' : 'wide'))
  expect(media).toEqual(['tall', 'tall', 'tall', 'wide', 'wide', 'wide'])
  expect(sources(html)[0]).toContain('/hero-tall-320.avif')
  expect(html).toContain('--tall-ratio:400/700')
})

test('renders an SVG without variants', () => {
  const html = renderToString(<Picture picture={logo} sizes="10rem" priority />)
  expect(sources(html)).toEqual([])
  expect(html).toContain('src="/images/0123456789abcdef/logo.svg"')
})

test('preloads the first picture in the head', () => {
  expect(picturePreloadLinks({ wide: hero }, '100vw')).toEqual([
    {
      rel: 'preload',
      as: 'image',
      fetchPriority: 'high',
      type: 'image/avif',
      imageSrcSet: expect.stringContaining('/hero-320.avif 320w'),
      imageSizes: '100vw',
    },
  ])
  const [forTall, forWide] = picturePreloadLinks({ wide: hero, tall }, '100vw')
  expect(forTall).toMatchObject({ media: '(orientation: portrait)', imageSrcSet: expect.stringContaining('hero-tall') })
  expect(forWide).toMatchObject({ media: '(orientation: landscape)' })
  expect(picturePreloadLinks({ wide: logo }, '10rem')).toEqual([
    { rel: 'preload', as: 'image', fetchPriority: 'high', href: '/images/0123456789abcdef/logo.svg' },
  ])
})
