import { cookieName, isSecure } from '#domain/accounts/cookie-name.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'

/** Whether the mark is from this page, whose three attempts have just failed. */
let isNew = false

/**
 * The session's cookie is out of a page's reach. When the server cannot be told that somebody has signed out, this mark
 * keeps the admin area shut in this browser until it can, or until somebody signs in again. It is a cookie, so that the
 * server takes such a session for nobody's too, and lasts as long as any session could.
 */
export const signedOutMark = {
  isSet: (): boolean => typeof document !== 'undefined' && (isNew || isInCookies()),
  /** Left behind by an earlier page: time for another attempt. */
  isOld: (): boolean => !isNew && signedOutMark.isSet(),
  set: (): void => {
    isNew = true
    put('locally', lifetimes.session.remembered.whole / 1000)
  },
  clear: (): void => {
    isNew = false
    put('', 0)
  },
}

const name = () => cookieName('signed-out', location.origin)

const isInCookies = () => document.cookie.split('; ').includes(`${name()}=locally`)

/** A browser that keeps no cookies has no session either, and stays shut while this page is open. */
function put(value: string, seconds: number): void {
  const secure = isSecure(location.origin) ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${name()}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
}
