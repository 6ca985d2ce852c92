const controlCharacter = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const bidiCharacter = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const html = /<\/?[a-z!]/i
const markdownLink = /\]\(\s*<?\s*([^)\s>]+)|^\s*\[[^\]]+\]:\s*(\S+)|<([a-z][a-z0-9+.-]*:[^>]*)>/gim

/** Why a text that an owner writes cannot be shown; null when it can. `lines`: it may have several lines. */
export function plainTextProblem(text: string, { lines = false } = {}): string | null {
  const visible = lines ? text.replaceAll(/[\t\r\n]/g, '') : text
  if (controlCharacter.test(visible))
    return lines
      ? 'must be text without invisible control characters'
      : 'must be one line of text without control characters'
  if (bidiCharacter.test(text)) return 'must not have invisible characters that turn the direction of text'
  if (html.test(text)) return 'must be text without HTML tags such as <b>'
  return null
}

/** The same for Markdown, whose links must lead to the web, to a mail address or to this site. */
export function markdownProblem(text: string): string | null {
  const withoutLinks = text.replaceAll(/<(https?:\/\/|mailto:)[^\s<>]*>/gi, '')
  const problem = plainTextProblem(withoutLinks, { lines: true })
  if (problem) return problem
  const targets = [...text.matchAll(markdownLink)].map(([, inline, reference, direct]) => inline ?? reference ?? direct)
  return targets.every((target) => target === undefined || isLinkTarget(target))
    ? null
    : 'must only have links that begin with https://, http://, mailto: or /'
}

const isLinkTarget = (target: string): boolean =>
  /^(https?:|mailto:|#)/i.test(target) || !/^[a-z][a-z0-9+.-]*:/i.test(percentDecode(target))

function percentDecode(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
