import { expect, test } from 'vitest'
import { siteIconsOf } from '#domain/images/icons.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { sites } from '#sites/index.ts'

const site = createSiteRegistry(sites).defaultSite
const noPicture = () => {
  throw new Error('No picture is needed.')
}

test.each([
  ['Ørsted Trio', 'Ø'],
  ['👩🏽‍🎤 Ada', '👩🏽‍🎤'],
  ['<b>', '&lt;'],
])('draws the first letter of %s where the owner wants no picture as the icon', (name, letter) => {
  const { head, manifest } = siteIconsOf({ ...site, name, branding: { ...site.branding, icon: null } }, noPicture)
  const drawing = decodeURIComponent(head.svg!)
  expect(drawing).toContain(`>${letter}</text>`)
  expect(drawing).toContain(`fill="${site.theme.light.colours.primary[600]}"`)
  expect(Object.keys(head)).toEqual(['svg'])
  expect(manifest).toEqual([{ src: head.svg, type: 'image/svg+xml', sizes: 'any' }])
})
