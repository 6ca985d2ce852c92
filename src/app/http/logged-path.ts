import { orderNumberShape } from '#domain/orders/lookup.ts'

const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const words = /^[a-z0-9]+(-[a-z0-9]+)+(\.[a-z0-9]{2,5})?$/
const plain = /^[a-z0-9._-]*$/
const ourFiles = /^\/(assets|images)\//

/** A path as the log may know it: nothing that is not written as our own paths are, for it could be somebody's name. */
export function loggedPath(path: string): string {
  if (ourFiles.test(path)) return path
  return path
    .split('/')
    .map((part) => (isOurs(part) ? part : '…'))
    .join('/')
}

/** A long one without words could be a token. */
const isOurs = (part: string) =>
  id.test(part) || orderNumberShape.test(part) || (plain.test(part) && (part.length <= 24 || words.test(part)))
