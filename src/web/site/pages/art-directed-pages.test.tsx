import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'
import { AwardsList } from '#web/site/awards/awards-list.tsx'
import { NotFoundPage } from '#web/site/pages/not-found-page.tsx'
import { WrittenPageView } from '#web/site/pages/written-page.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const picture = (name: string) => ({
  base: `/images/0123456789abcdef/${name}`,
  width: 800,
  height: 1000,
  placeholder: null,
  alt: `A picture of ${name}`,
  asIs: null,
})

test('a written page in chapters is a timeline with years and pictures', () => {
  const chapters = [
    { heading: null, year: null, html: '<p>It began.</p>', picture: picture('quay') },
    { heading: 'Low Water', year: '2018', html: '<p>Five songs.</p>', picture: picture('cover') },
  ]
  const html = renderToStaticMarkup(<WrittenPageView title="History" html="" chapters={chapters} />)
  expect(html).toMatch(/<ol.*<li.*It began.*<li.*2018.*<h2[^>]*>Low Water<\/h2>.*Five songs.*<\/ol>/s)
  expect(html).toContain('alt="A picture of quay"')
  expect(html).toContain('alt="A picture of cover"')
})

test('a written page without pictures is plain text', () => {
  const html = renderToStaticMarkup(<WrittenPageView title="Terms" html="<h2>One</h2>" chapters={[]} />)
  expect(html).toContain('<h2>One</h2>')
  expect(html).not.toContain('<ol')
})

test('renders an award with its picture, or as text if it has none', () => {
  const award = { year: 2024, title: 'Small Room', by: 'The List', result: 'won' as const, work: null, text: null }
  const shown = (of: ReturnType<typeof picture> | null) =>
    renderToStaticMarkup(<AwardsList awards={[{ ...award, picture: of }]} />)
  expect(shown(picture('lantern'))).toContain('alt="A picture of lantern"')
  expect(shown(null)).not.toContain('picture')
  expect(shown(null)).toContain('Small Room')
})

test('the not-found page shows the picture of the site behind its words', () => {
  const site = publicSite(siteFrom(minimalSite()), { notFoundPicture: picture('wake') })
  const html = renderToStaticMarkup(
    <WebsiteProvider site={{ ...site, notFound: { ...site.notFound, action: null } }}>
      <NotFoundPage />
    </WebsiteProvider>,
  )
  expect(html).toContain('alt="A picture of wake"')
  expect(html).toMatch(/<h1[^>]*>Nothing<\/h1>/)
})
