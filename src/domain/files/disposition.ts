/** As RFC 8187 has it: `encodeURIComponent` leaves four characters that a header may not hold. */
export const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Has a browser save a file under its name (RFC 6266), with a plainer one for those who know no other. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodedName(name)}`
}
