const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A path as the log may know it: a long segment that is not an id could be somebody's token. */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length > 24 && !id.test(segment) && !/\.\w{2,5}$/.test(segment) ? '…' : segment))
    .join('/')
