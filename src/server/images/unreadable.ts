/** Why a file cannot be made into a picture, as a refusal says it. */
export type Fault =
  | 'picture-kind'
  | 'picture-animated'
  | 'picture-too-many-pixels'
  | 'picture-too-heavy'
  | 'picture-damaged'

/** The original cannot be shown: damaged, too large, or not a picture at all. */
export class UnreadablePicture extends Error {
  readonly fault: Fault
  constructor(message: string, fault: Fault = 'picture-damaged') {
    super(message)
    this.fault = fault
  }
}

/** What libvips says of a file that it cannot or may not read. */
export function unreadable(error: unknown): UnreadablePicture {
  if (error instanceof UnreadablePicture) return error
  const message = error instanceof Error ? error.message : String(error)
  return new UnreadablePicture(message, /exceeds pixel limit/.test(message) ? 'picture-too-many-pixels' : undefined)
}
