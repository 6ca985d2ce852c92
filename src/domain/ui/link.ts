import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { isSitePath } from '#domain/accounts/redirect.ts'

/** A link that may stand in a page: to the web, to a mailbox, or to a path of this site. Anything else is shown as text. */
export function isSafeLink(link: string): boolean {
  return isWebAddress(link) || (hasNoInvisibleCharacters(link) && (isSitePath(link) || isMailAddress(link)))
}

/** Nothing may stand before the host: `https://bank.example@evil.example` leads to the second. */
export function isWebAddress(link: string): boolean {
  return hasNoInvisibleCharacters(link) && /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(link) && canParse(link)
}

/** The stored spelling: `HTTPS://` is `https://`. */
export const lowercaseUrlScheme = (address: string): string =>
  address.replace(/^https?:/i, (scheme) => scheme.toLowerCase())

/** No character in it that a browser leaves out, or that a reader cannot see. */
const hasNoInvisibleCharacters = (link: string): boolean => !/[\s\\\p{Cc}\p{Cf}\p{Cs}]/u.test(link)

/** One plain address, with a subject or a text at most: a link must not add readers of its own. */
function isMailAddress(link: string): boolean {
  const [, address, query = ''] = /^mailto:([^?#%]+)(?:\?([^#]*))?$/i.exec(link) ?? []
  if (!address || cleanEmail(address) !== address || emailProblem(address)) return false
  return [...new URLSearchParams(query).keys()].every((key) => key === 'subject' || key === 'body')
}

function canParse(address: string): boolean {
  try {
    return Boolean(new URL(address).host)
  } catch {
    return false
  }
}
