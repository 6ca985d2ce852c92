import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { parseMessage } from '#server/mail/message.ts'
import { type App, startApp, waitForHydration } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { type Credentials, owner } from '#tests/journeys/owner.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

export { type Credentials, owner }

export type OwnersApp = App & { folder: string; mailTo: (email: string, about: RegExp) => Promise<string> }

/** The application with a known owner and a readable mailbox. */
export async function startOwnersApp(env: Record<string, string> = {}): Promise<OwnersApp> {
  const folder = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'stagedoor-journey-'))
  const app = await startApp({
    env: { DATA_DIR: folder, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ...env },
  })
  return { ...app, folder, mailTo: (email, about) => mailIn(join(folder, 'outbox'), email, about) }
}

/** The text of the newest mail to a recipient with this subject, once it arrives. */
async function mailIn(outbox: string, email: string, about: RegExp): Promise<string> {
  for (const until = Date.now() + waitLimitMs; Date.now() < until; await wait(50)) {
    for (const file of filesIn(outbox).sort().reverse()) {
      const { headers, text } = await parseMessage(readFileSync(join(outbox, file)))
      const value = (name: string) => headers.find(([each]) => each === name)?.[1] ?? ''
      if (value('To').includes(email) && about.test(value('Subject'))) return text ?? ''
    }
  }
  throw new Error(`No mail to ${email} about ${about}.`)
}

function filesIn(outbox: string): string[] {
  try {
    return readdirSync(outbox, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  } catch {
    return []
  }
}

/** The one address in a mail, as a path of the site. */
export function linkInMail(words: string): string {
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(words)![0])
  return pathname + search
}

/** Fills the login form and sends it; where that leads is for the test to see. */
export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  // Exactly: after a sign-out the screen before, which may ask for an email address, can still be there.
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page of the site and waits for its hydration. */
export async function openHydratedPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Waits for an element on a page with a fake clock by moving that clock. */
export const fastForwardUntilVisible = (page: Page, shown: Locator) =>
  expect
    .poll(async () => {
      await page.clock.fastForward(2_000)
      return shown.isVisible()
    })
    .toBe(true)

export async function signIn(page: Page, person: Credentials = owner): Promise<void> {
  await openHydratedPage(page, '/admin/login')
  await fillSignIn(page, person)
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

const needsConfirmation = /^\/api\/(access|admin\/(settings|privacy))/

/** Calls the API as one browser, cookies included. */
function browserOf(app: App, host = 'localhost') {
  const origin = app.address(host)
  let cookie = ''
  const post = async (path: string, body: object, shown: Record<string, string> = {}): Promise<string> => {
    const headers = { origin, ...(cookie && { cookie }), ...shown }
    const answer = await fetch(origin + path, jsonRequest(body, { headers }))
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const set = answer.headers.getSetCookie().map((each) => each.split(';')[0]!)
    if (set.length) cookie = set.join('; ')
    return cookie
  }
  return post
}

/** A browser that is already signed in, for journeys about something else. */
export async function ownersBrowser(app: App, person: Credentials = owner): Promise<BrowserContextOptions> {
  const cookie = await browserOf(app)('/api/auth/sign-in', person)
  const cookies = cookie.split('; ').map((each) => {
    const at = each.indexOf('=')
    const [name, value] = [each.slice(0, at), each.slice(at + 1)]
    return {
      name,
      value,
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax',
    } as const
  })
  return { storageState: { cookies, origins: [] } }
}

/** The confirmation header that a request carries after the owner has entered the password. */
export async function confirmationHeadersOf(
  origin: string,
  cookie: string,
  { password } = owner,
): Promise<Record<string, string>> {
  const request = jsonRequest({ currentPassword: password }, { headers: { origin, cookie } })
  const answer = await fetch(`${origin}/api/auth/confirmation`, request)
  if (!answer.ok) throw new Error(`The confirmation was refused: ${await answer.text()}`)
  return { [confirmationHeader]: (await answer.json()).token }
}

/** API calls of the owner with a fresh confirmation. */
export async function ownersApi(app: App, person = owner) {
  const origin = app.address()
  const cookie = await browserOf(app)('/api/auth/sign-in', person)
  return async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
    const confirmed = needsConfirmation.test(path) ? await confirmationHeadersOf(origin, cookie, person) : {}
    const answer = await fetch(origin + path, jsonRequest(body, { method, headers: { origin, cookie, ...confirmed } }))
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

let made = 0

/** A user who has accepted an invitation of the owner. */
export async function createAdministrator(app: OwnersApp): Promise<Credentials> {
  const person = { email: `helper-${++made}@marlowquay.example`, password: 'Lighthouse-7!' }
  const asOwner = browserOf(app)
  const cookie = await asOwner('/api/auth/sign-in', owner)
  await asOwner('/api/access', { email: person.email }, await confirmationHeadersOf(app.address(), cookie))
  const link = new URL(linkInMail(await app.mailTo(person.email, /invited/)), app.address())
  await browserOf(app)('/api/auth/sign-up', { ...person, invitation: link.searchParams.get('invitation') })
  return person
}

const stepMs = 30_000
/**
 * What an authenticator app that is not ours shows so many steps from now. Each code is accepted once, those of the step
 * before and after too: so 0 and 1, one after the other, are two codes for two uses, however long the forms take.
 */
export async function totpCodeOf(secret: string, stepsAhead: number): Promise<string> {
  const then = new Date(Date.now() + stepsAhead * stepMs).toISOString().replace('T', ' ').slice(0, 19)
  const oathtoolArgs = ['--totp', '--base32', secret.replaceAll(' ', ''), '--now', `${then} UTC`]
  return execFileSync('oathtool', oathtoolArgs, { encoding: 'utf8' }).trim()
}
