import { expect, test } from 'vitest'
import { maxEmailLength } from '#domain/accounts/email.ts'
import { mobileMinLength, successMessageMs, webMinLength } from '#domain/accounts/password.ts'
import {
  copyConfirmationMs,
  maxSecondFactorAttempts,
  qrCodeSettings,
  recoveryCodeCount,
  recoveryCodeLength,
  totpCodeLength,
} from '#domain/accounts/second-factor.ts'
import { signingOutTimeoutMs, signOutAttempts, signOutRetryDelaysMs } from '#domain/accounts/sign-in.ts'
import { contactLimits } from '#domain/contact/contact.ts'
import { contactCheckAction, humanCheckTimeoutMs } from '#domain/contact/human-check.ts'
import {
  cacheCleanupIntervalMs,
  cacheLifetimeMs,
  maxCacheEntries,
  productsCacheMs,
  queryStaleMs,
} from '#domain/ui/cache.ts'
import { backToTopAfterPx, lazyImageMarginPx, menuMaxWidthPx, themeTransitionMs, toastMs } from '#domain/ui/shell.ts'

// Typed from the specification a second time, like the texts: document and section first.
test.each([
  ['A9', 'toast time-out', toastMs, 5000],
  ['A9', 'second-factor code', totpCodeLength, 6],
  ['A9', 'second-factor attempts', maxSecondFactorAttempts, 5],
  ['A9', 'QR code', qrCodeSettings, { pixels: 256, errorCorrection: 'L' }],
  ['A9', 'success callbacks', successMessageMs, 2000],
  ['A9', 'copy confirmation', copyConfirmationMs, 2000],
  ['A9', 'cache entries', maxCacheEntries, 1000],
  ['A9', 'cache lifetime', cacheLifetimeMs, 5 * 60 * 1000],
  ['A9', 'cache cleanup', cacheCleanupIntervalMs, 2 * 60 * 1000],
  ['A9', 'back to top', backToTopAfterPx, 300],
  ['A9', 'mobile menu width', menuMaxWidthPx, 368],
  ['A9', 'image margin', lazyImageMarginPx, 50],
  ['A9', 'sign-out attempts', signOutAttempts, 3],
  ['A9', 'sign-out waits', signOutRetryDelaysMs, [2000, 4000]],
  ['A9', 'signing-out flag', signingOutTimeoutMs, 30_000],
  ['A9', 'contact name', contactLimits.name.max, 50],
  ['A9', 'contact subject', contactLimits.subject.max, 100],
  ['A9', 'contact message', contactLimits.message.max, 1000],
  ['A9', 'password minimum on the web', webMinLength, 8],
  ['A9', 'password minimum on mobile', mobileMinLength, 6],
  ['A4', 'theme change', themeTransitionMs, 200],
  ['A5', 'longest e-mail address', maxEmailLength, 254],
  ['A7', 'human check action', contactCheckAction, 'contact_form'],
  ['A7', 'human check wait', humanCheckTimeoutMs, 30_000],
  ['A7', 'query stale time', queryStaleMs, 300_000],
  ['A7', 'published products are kept', productsCacheMs, 600_000],
  ['B9', 'recovery codes', recoveryCodeCount, 10],
  ['B9', 'recovery code length', recoveryCodeLength, 8],
])('the constant of specification section %s has the specified value: %s', (_, __, constant, specified) => {
  expect(constant).toEqual(specified)
})
