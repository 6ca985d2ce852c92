import { cookieName, isHttpsOrigin, tokenLifetimesMs } from '#domain/accounts/session.ts'

/** Whether this page has set the mark, after its three attempts have failed. */
let isNew = false

/**
 * Scripts cannot delete the session cookie. When a sign-out cannot reach the server, this mark closes the admin area in
 * this browser until it does, or until a user signs in again. It is a cookie, so that the server ignores the session too,
 * and lasts as long as any session could.
 */
export const signedOutFlag = {
  isSet: (): boolean => typeof document !== 'undefined' && (isNew || isInCookies()),
  /** Set by an earlier page: time for another attempt. */
  isOld: (): boolean => !isNew && signedOutFlag.isSet(),
  set: (): void => {
    isNew = true
    put('locally', tokenLifetimesMs.session.remembered.whole / 1000)
  },
  clear: (): void => {
    isNew = false
    put('', 0)
  },
}

const name = () => cookieName('signed-out', location.origin)

const isInCookies = () => document.cookie.split('; ').includes(`${name()}=locally`)

/** A browser without cookies has no session either; there the mark lasts while this page is open. */
function put(value: string, seconds: number): void {
  const secure = isHttpsOrigin(location.origin) ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${name()}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
}
