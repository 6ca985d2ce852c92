const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const words = /^[a-z0-9]+(-[a-z0-9]+)+(\.[a-z0-9]{2,5})?$/
const ourFiles = /^\/(assets|images)\//

/** A path as the log may know it: an address in it is somebody's, and a long segment without words could be a token. */
export function loggedPath(path: string): string {
  if (ourFiles.test(path)) return path
  return path
    .split('/')
    .map((part) => (/@|%40/.test(part) || (part.length > 24 && !id.test(part) && !words.test(part)) ? '…' : part))
    .join('/')
}
