import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { authenticationErrorTexts } from '#domain/texts/accounts.ts'
import { accessDeniedTexts, adminTexts } from '#domain/texts/admin.ts'
import { cartErrorTexts } from '#domain/texts/cart.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { AccessDenied } from '#web/ui/access-denied.tsx'
import { AdminCrash } from '#web/ui/admin-crash.tsx'
import { AuthError } from '#web/ui/auth-error.tsx'
import { CartError } from '#web/ui/cart-error.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** What is read, part by part, with the address of each link. */
function read(screen: ReactNode): string[] {
  const html = renderToStaticMarkup(screen).replaceAll('&#x27;', "'")
  return [...html.matchAll(/<(h1|h2|p|button|a)\b([^>]*)>(.*?)<\/\1>/g)].map(([, , attributes, content]) => {
    const address = attributes!.match(/href="([^"]*)"/)?.[1]
    const words = content!.replace(/<[^>]*>/g, '')
    return address ? `${words} → ${address}` : words
  })
}

test('the generic panel says that something went wrong and offers a reload', () => {
  expect(read(<ErrorPanel />)).toEqual([errorPanelTexts.title, errorPanelTexts.unexpected, uiTexts.reload])
})

test.each([
  ["the error's own words", new Error('The tour is lost.'), 'The tour is lost.'],
  ['a general sentence for an error without words', new Error(''), errorPanelTexts.unexpected],
  ['a general sentence for something that is no error', { message: 'secret' }, errorPanelTexts.unexpected],
])('the generic panel shows %s', (_, error, shown) => {
  expect(read(<ErrorPanel error={error} />)[1]).toBe(shown)
})

test('the authentication error offers four ways out', () => {
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

test('the authentication error can say something else and leave out the support', () => {
  const words = read(<AuthError message="The code is old." support={false} />)
  expect(words[1]).toBe('The code is old.')
  expect(words.join()).not.toContain(authenticationErrorTexts.support)
})

test('the cart error offers a refresh', () => {
  expect(read(<CartError />)).toEqual([cartErrorTexts.title, cartErrorTexts.message, cartErrorTexts.refresh])
})

test('a crash of the admin panel reads as one sentence', () => {
  expect(read(<AdminCrash />)).toEqual([adminTexts.crashed, uiTexts.reload, `${adminTexts.backToDashboard} → /admin`])
})

test('whoever may not enter is shown the way home', () => {
  const { title, message, homepage } = accessDeniedTexts
  expect(read(<AccessDenied />)).toEqual([title, message, `${homepage} → /`])
})
