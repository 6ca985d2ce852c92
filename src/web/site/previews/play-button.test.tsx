import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { featuresOf, minimalSite } from '#tests/fixtures/domain/sites.ts'
import { TrackLine } from '#web/site/previews/play-button.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const song = { title: 'Leeward', from: 'The Long Fetch', clip: '/previews/a.mp3', cover: null, target: '/shop' }

function markup(clip: string | null, digitalProducts = true) {
  const track = { title: 'Leeward', duration: '2:39', clip }
  return renderToStaticMarkup(
    <WebsiteProvider site={publicSite(siteWithDefaults(minimalSite({ features: featuresOf({ digitalProducts }) })))}>
      <TrackLine number={8} track={track} songs={[song]} className="" />
    </WebsiteProvider>,
  )
}

test('a track with a preview has a play button', () => {
  expect(markup(song.clip)).toContain('aria-label="Play Leeward"')
  expect(markup(song.clip)).not.toContain('No preview')
})

test('a track without a preview says so, on a site that has previews', () => {
  expect(markup(null)).toContain('No preview')
  expect(markup(null)).not.toContain('<button')
  expect(markup(null, false)).not.toContain('No preview')
})
