import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { storeTheme, ThemeToggle, themeScript } from '#web/ui/theme.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

/** Runs the script with this storage. */
function themeAfter(getItem: (key: string) => string | null): string | undefined {
  const document: { documentElement: { dataset: { theme?: string } } } = { documentElement: { dataset: {} } }
  new Function('document', 'localStorage', themeScript)(document, { getItem })
  return document.documentElement.dataset.theme
}

describe('before the first paint', () => {
  test.each(['light', 'dark'])('sets the stored theme %s before the first paint', (stored) => {
    expect(themeAfter((key) => (key === 'theme' ? stored : null))).toBe(stored)
  })

  test.each([null, '', 'Dark', 'blue', '"><script>'])(
    'ignores the invalid stored theme %s and follows the system',
    (stored) => {
      expect(themeAfter(() => stored)).toBeUndefined()
    },
  )

  test('does not fail where the browser denies storage to the theme script', () => {
    const refused = () => {
      throw new Error('denied')
    }
    expect(themeAfter(refused)).toBeUndefined()
  })

  test('the theme script contains no characters that HTML must escape', () => {
    expect(themeScript).not.toMatch(/[<>&]/)
  })
})

test('renders a neutral label on the server', () => {
  const page = renderToStaticMarkup(
    <WebsiteProvider site={publicSite(siteWithDefaults(minimalSite()))}>
      <ThemeToggle />
    </WebsiteProvider>,
  )
  expect(page).toContain('aria-label="Switch theme"')
})

const classes = new Set<string>()
const dataset: { theme?: string } = {}
const startViewTransition = vi.fn((change: () => void) => {
  change()
  return { finished: new Promise<void>(() => {}) }
})

beforeEach(() => {
  classes.clear()
  delete dataset.theme
  startViewTransition.mockClear()
  const classList = { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) }
  vi.stubGlobal('document', { documentElement: { dataset, classList }, startViewTransition })
  vi.stubGlobal('localStorage', { setItem: () => {} })
})

test('changes the theme with a view transition', () => {
  storeTheme('dark', false)
  expect(startViewTransition).toHaveBeenCalledOnce()
  expect([...classes]).toEqual(['theme-changing'])
  expect(dataset.theme).toBe('dark')
})

test('changes the theme at once under reduced motion', () => {
  storeTheme('dark', true)
  expect(startViewTransition).not.toHaveBeenCalled()
  expect(classes.size).toBe(0)
  expect(dataset.theme).toBe('dark')
})
