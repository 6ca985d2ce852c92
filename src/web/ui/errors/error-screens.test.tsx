import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { authenticationErrorTexts } from '#domain/texts/accounts.ts'
import { accessDeniedTexts, adminTexts } from '#domain/texts/admin.ts'
import { scriptsNotLoadedTexts } from '#domain/texts/own-frame-words.ts'
import { cartErrorTexts } from '#domain/texts/shop.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { AccessDenied, AdminCrash, AuthError } from '#web/ui/errors/admin-errors.tsx'
import { CartError } from '#web/ui/errors/cart-error-boundary.tsx'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'

/** Headings, paragraphs, buttons and links in order, with the href of each link. */
function read(screen: ReactNode): string[] {
  const html = renderToStaticMarkup(screen).replaceAll('&#x27;', "'")
  return [...html.matchAll(/<(h1|h2|p|button|a)\b([^>]*)>(.*?)<\/\1>/g)].map(([, , attributes, content]) => {
    const address = attributes!.match(/href="([^"]*)"/)?.[1]
    const words = content!.replace(/<[^>]*>/g, '')
    return address ? `${words} → ${address}` : words
  })
}

test('ErrorPanel shows the generic sentence and a reload button', () => {
  expect(read(<ErrorPanel />)).toEqual([errorPanelTexts.title, errorPanelTexts.unexpected, uiTexts.reload])
})

test.each([
  ['the message of the error', new Error('The tour is lost.'), 'The tour is lost.'],
  ['the generic sentence for an error without a message', new Error(''), errorPanelTexts.unexpected],
  ['the generic sentence for a thrown object', { message: 'secret' }, errorPanelTexts.unexpected],
])('ErrorPanel shows %s', (_, error, shown) => {
  expect(read(<ErrorPanel error={error} />)[1]).toBe(shown)
})

test.each([
  'Failed to fetch dynamically imported module: https://example.com/assets/tour-x1.js',
  'error loading dynamically imported module: https://example.com/assets/tour-x1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/tour-x1.css',
])('ErrorPanel says in plain words that a script did not load: %s', (message) => {
  expect(read(<ErrorPanel error={new TypeError(message)} />)[1]).toBe(scriptsNotLoadedTexts.part)
})

test('AuthError offers four actions', () => {
  const { title, message, tryAgain, backToLogin, homepage, support } = authenticationErrorTexts
  expect(read(<AuthError />)).toEqual([
    title,
    message,
    tryAgain,
    `${backToLogin} → /admin/login`,
    `${homepage} → /`,
    `${support} → /contact`,
  ])
})

test('AuthError takes another message and can hide support', () => {
  const words = read(<AuthError message="The code is old." support={false} />)
  expect(words[1]).toBe('The code is old.')
  expect(words.join()).not.toContain(authenticationErrorTexts.support)
})

test('CartError offers a refresh', () => {
  expect(read(<CartError />)).toEqual([cartErrorTexts.title, cartErrorTexts.message, cartErrorTexts.refresh])
})

test('AdminCrash has one heading with the specified text', () => {
  expect(read(<AdminCrash />)).toEqual([adminTexts.crashed, uiTexts.reload, `${adminTexts.backToDashboard} → /admin`])
})

test('AccessDenied links to the homepage', () => {
  const { title, message, homepage } = accessDeniedTexts
  expect(read(<AccessDenied />)).toEqual([title, message, `${homepage} → /`])
})
