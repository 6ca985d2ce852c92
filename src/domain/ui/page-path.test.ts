import { expect, test } from 'vitest'
import { isPagePath } from '#domain/ui/page-path.ts'

test.each([
  '/',
  '/tour',
  '/tour/',
  '/tour?q=st.+louis',
  '/history#1.2',
  '/tour/2026-05-01-berlin',
  '/media',
  '/apiary',
])('%s is a page', (link) => expect(isPagePath(link)).toBe(true))

test.each([
  '/tour.ics',
  '/tour.ics?a=b#c',
  '/tour/2026-05-01-berlin.ics',
  '/feed.xml',
  '/media/files/019a/song',
  '/images/cover-800',
  '/previews/019a',
  '/sandbox/pay/1',
  '/api',
  '/api/tour/shows',
  '/functions/v1/contact-form',
  'https://example.com/tour',
  'mailto:ann@example.com',
])('%s is none', (link) => expect(isPagePath(link)).toBe(false))
