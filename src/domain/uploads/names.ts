const longest = 200

/**
 * What a file is called for people: without the folders before it, control characters, and signs that turn the writing
 * around. It is never part of a path; what it is kept under has nothing to do with it.
 */
export function shownName(fileName: string): string {
  const own = fileName.toWellFormed().split(/[/\\]/).at(-1)!
  const readable = own
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(readable) ?? []
  const short = `${[...stem].slice(0, longest - ending.length).join('')}${ending}`
  return /^\.*$/.test(short) ? 'file' : short
}

/** The same name with the ending that its content has. */
export function endingWith(name: string, ending: string): string {
  const said = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  if (said === ending || (ending === 'jpg' && said === 'jpeg')) return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${ending}`
}
