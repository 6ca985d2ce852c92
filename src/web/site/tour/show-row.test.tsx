import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicShow } from '#api/site/tour.ts'
import { ShowRow } from '#web/site/tour/show-row.tsx'

const show: Partial<PublicShow> = {
  slug: '2031-07-03-berlin',
  date: '2031-07-03',
  city: 'Berlin',
  venue: 'Lido',
  status: 'upcoming',
  availability: 'scheduled',
  bookingLink: 'https://tickets.example/lido',
  tags: [],
  words: {
    date: 'Thursday 3 July 2031',
    day: '3',
    month: 'Jul',
    weekday: 'Thu',
    time: '20:30',
    doors: null,
    onSale: null,
  },
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const row = (changes: Partial<PublicShow>) =>
  renderToStaticMarkup(
    // The router is only needed by the links.
    <RouterContextProvider router={router as never}>
      <ShowRow show={{ ...show, ...changes } as PublicShow} />
    </RouterContextProvider>,
  )

test.each([
  ['scheduled', null, 'Tickets'],
  ['rescheduled', 'New date', 'Tickets'],
  ['free', null, 'Free entry'],
  ['sold out', 'Sold out', null],
  ['postponed', 'Postponed', null],
  ['cancelled', 'Cancelled', null],
] as const)('a show that is %s has the label %s and the button %s', (availability, words, button) => {
  const page = row({ availability })
  expect(page.match(/<p class="[^"]*font-semibold[^"]*">([^<]*)</)?.[1] ?? null).toBe(words)
  expect(page.match(/<a href="https:[^>]*>([^<]*)</)?.[1] ?? null).toBe(button)
  expect(page.match(/aria-label="([^"]*)"/)?.[1] ?? null).toBe(button && `${button} for Berlin, Lido`)
})

test('shows free entry as text without a booking link', () => {
  const page = row({ availability: 'free', bookingLink: null })
  expect(page).toMatch(/<p [^>]*>Free entry</)
  expect(page).not.toContain('href="https:')
})

test('the line below the city is never broken before a dot', () => {
  expect(row({ countryName: 'Germany' })).toContain('<bdi>Lido</bdi>\u00a0· Germany\u00a0· 20:30<')
})
