/** Pages that every visitor gets alike, spelled as their links are: anything else is not looked for among kept pages. */
const standing = ['tour', 'shop', 'shop/contact', 'gallery', 'media', 'discography', 'press', 'awards', 'history']
const words = ['contact', 'privacy', 'terms']
const alike = new RegExp(
  `^/(?:${[...standing, ...words].join('|')}|(?:tour|shop)/[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?)?$`,
)

/** What platforms append to links, each time something else. Our pages do not look at it. */
const tracking =
  /^(utm_[a-z_]{1,30}|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|igsh|yclid|li_fat_id|mc_cid|mc_eid)$/

/** Under which address a page is kept for everybody; null when it is not. */
export function keptAddress(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (!alike.test(path)) return null
  if (mark < 0) return path
  const asked = [...new URLSearchParams(url.slice(mark))].filter(([name]) => !tracking.test(name))
  if (asked.length === 0) return path
  const [[name, value] = []] = asked
  return asked.length === 1 && path === '/tour' && name === 'past' && value === 'include' ? '/tour?past=include' : null
}

/** One of a few; pages of single shows and products are as many as somebody can think of names. */
export const isStanding = (address: string): boolean => address.lastIndexOf('/') === 0 || address === '/shop/contact'

/** Over http and https alike, whichever it is really called here. */
const session = /(?:^|;)\s*(?:__Host-)?session\s*=/

/** Whether the request may be somebody's, and not just anybody's. */
export const isPersonal = (cookies: string | null | undefined): boolean => Boolean(cookies && session.test(cookies))
