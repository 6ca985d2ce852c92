import { withoutAccents } from '#domain/slug.ts'

const extensionByType: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'application/zip': 'zip',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
}
/** The usual file extension of a media type. */
export const fileExtensionOf = (type: string): string => extensionByType[type] ?? 'bin'

/** Encodes as in RFC 8187: `encodeURIComponent` leaves four characters that a header must not contain. */
export const encodeRfc8187 = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A Content-Disposition that saves the file under its name (RFC 6266), with an ASCII name for old clients. */
export function attachmentDisposition(name: string): string {
  const plain = withoutAccents(name).replace(/[^\x20-\x7e]|["\\%/]/gu, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc8187(name)}`
}

const maxLength = 200

/**
 * The name of a file as shown to users: without folders, control characters and characters that change the direction of
 * writing. It is never part of a path or an object key.
 */
export function readableFileName(fileName: string): string {
  const own = fileName.toWellFormed().split(/[/\\]/).at(-1)!
  const readable = own
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(readable) ?? []
  const short = `${[...stem].slice(0, maxLength - ending.length).join('')}${ending}`
  return /^\.*$/.test(short) ? 'file' : short
}

/** The same name with this extension. */
export function withFileExtension(name: string, ending: string): string {
  const current = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  if (current === ending || (ending === 'jpg' && current === 'jpeg')) return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${ending}`
}
