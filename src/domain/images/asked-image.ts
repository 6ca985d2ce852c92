import { type AsIsType, asIsTypes, type Format, formats, type Size } from '#domain/images/picture.ts'

/** What an address asks for. Whether such a picture exists, and in this form, is another question. */
export type AskedImage = { hash: string; name: string } & ({ size: Size; format: Format } | { asIs: AsIsType })

const start = '^/images/(?<hash>[0-9a-f]{16})/(?<name>[a-z0-9][a-z0-9-]*)'
const number = '[1-9][0-9]{0,4}'
const variant = new RegExp(`${start}-(?<width>${number})(?:x(?<height>${number}))?\\.(?<format>${formats.join('|')})$`)
const whole = new RegExp(`${start}\\.(?<asIs>${asIsTypes.join('|')})$`)

export function askedImage(path: string): AskedImage | null {
  const { hash = '', name = '', width, height, format, asIs } = (variant.exec(path) ?? whole.exec(path))?.groups ?? {}
  if (asIs) return { hash, name, asIs: asIs as AsIsType }
  if (!width) return null
  const size = height ? { width: Number(width), height: Number(height) } : { width: Number(width) }
  return { hash, name, size, format: format as Format }
}
