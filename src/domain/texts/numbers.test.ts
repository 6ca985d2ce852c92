import { expect, test } from 'vitest'
import { maxEmailLength } from '#domain/accounts/email.ts'
import { mobileMinLength, successCallbackMs, webMinLength } from '#domain/accounts/password.ts'
import {
  codeLength,
  copyConfirmationMs,
  maxAttempts,
  qrCode,
  recoveryCodeCount,
  recoveryCodeLength,
} from '#domain/accounts/second-factor.ts'
import { signingOutClearsAfterMs, signOutAttempts, signOutWaitsMs } from '#domain/accounts/sign-in.ts'
import { contactLimits } from '#domain/contact/contact.ts'
import { humanCheckAction, humanCheckWaitMs } from '#domain/contact/human-check.ts'
import { cacheCleanupMs, cacheEntries, cacheLifetimeMs, productsKeptMs, queryStaleMs } from '#domain/ui/cache.ts'
import { backToTopAfterPx, imageMarginPx, menuMaxWidthPx, themeChangeMs, toastMs } from '#domain/ui/shell.ts'

// Typed from the specification a second time, like the texts: document and section first.
test.each([
  ['A9', 'toast time-out', toastMs, 5000],
  ['A9', 'second-factor code', codeLength, 6],
  ['A9', 'second-factor attempts', maxAttempts, 5],
  ['A9', 'QR code', qrCode, { pixels: 256, errorCorrection: 'L' }],
  ['A9', 'success callbacks', successCallbackMs, 2000],
  ['A9', 'copy confirmation', copyConfirmationMs, 2000],
  ['A9', 'cache entries', cacheEntries, 1000],
  ['A9', 'cache lifetime', cacheLifetimeMs, 5 * 60 * 1000],
  ['A9', 'cache cleanup', cacheCleanupMs, 2 * 60 * 1000],
  ['A9', 'back to top', backToTopAfterPx, 300],
  ['A9', 'mobile menu width', menuMaxWidthPx, 368],
  ['A9', 'image margin', imageMarginPx, 50],
  ['A9', 'sign-out attempts', signOutAttempts, 3],
  ['A9', 'sign-out waits', signOutWaitsMs, [2000, 4000]],
  ['A9', 'signing-out flag', signingOutClearsAfterMs, 30_000],
  ['A9', 'contact name', contactLimits.name.max, 50],
  ['A9', 'contact subject', contactLimits.subject.max, 100],
  ['A9', 'contact message', contactLimits.message.max, 1000],
  ['A9', 'password minimum on the web', webMinLength, 8],
  ['A9', 'password minimum on mobile', mobileMinLength, 6],
  ['A4', 'theme change', themeChangeMs, 200],
  ['A5', 'longest e-mail address', maxEmailLength, 254],
  ['A7', 'human check action', humanCheckAction, 'contact_form'],
  ['A7', 'human check wait', humanCheckWaitMs, 30_000],
  ['A7', 'query stale time', queryStaleMs, 300_000],
  ['A7', 'published products are kept', productsKeptMs, 600_000],
  ['B9', 'recovery codes', recoveryCodeCount, 10],
  ['B9', 'recovery code length', recoveryCodeLength, 8],
])('the constant of section %s matches the specification: %s', (_, __, constant, specified) => {
  expect(constant).toEqual(specified)
})
