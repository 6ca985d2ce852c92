import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { filledSite } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { leastSite } from '#tests/fixtures/domain/sites.ts'
import { ThemeToggle } from '#web/ui/theme.tsx'
import { themeScript } from '#web/ui/theme-store.ts'
import { WebsiteProvider } from '#web/ui/website.tsx'

/** The script as a browser runs it, with this in its storage. */
function themeAfter(getItem: (key: string) => string | null): string | undefined {
  const document: { documentElement: { dataset: { theme?: string } } } = { documentElement: { dataset: {} } }
  new Function('document', 'localStorage', themeScript)(document, { getItem })
  return document.documentElement.dataset.theme
}

describe('before the first paint', () => {
  test.each(['light', 'dark'])('the stored theme %s is set', (stored) => {
    expect(themeAfter((key) => (key === 'theme' ? stored : null))).toBe(stored)
  })

  test.each([null, '', 'Dark', 'blue', '"><script>'])(
    'anything else (%s) leaves the choice to the system',
    (stored) => {
      expect(themeAfter(() => stored)).toBeUndefined()
    },
  )

  test('a browser that refuses its storage is no error', () => {
    const refused = () => {
      throw new Error('denied')
    }
    expect(themeAfter(refused)).toBeUndefined()
  })

  test('the script can stand in a page as it is', () => {
    expect(themeScript).not.toMatch(/[<>&]/)
  })
})

test('the server does not guess the theme', () => {
  const page = renderToStaticMarkup(
    <WebsiteProvider site={publicSite(filledSite(leastSite()))}>
      <ThemeToggle />
    </WebsiteProvider>,
  )
  expect(page).toContain('aria-label="Switch theme"')
})
