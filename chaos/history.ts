import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** What the product has said yes to; `site` is the place in the list of sites. */
export type Deed = { site: number } & (
  | { did: 'sells'; productId: string; name: string; stock: number | null }
  | {
      did: 'checkout'
      key: string
      reference: string
      sessionId: string
      email: string
      quantity: number
      productId: string
    }
  /** Not the product but the payment service has said so. */
  | { did: 'paid'; sessionId: string }
  | { did: 'cancel'; orderId: string }
  | { did: 'message'; canary: string }
  | { did: 'chunk'; sessionId: string; index: number }
  | { did: 'file'; sessionId: string; fileId: string; sha256: string; productId: string }
  | { did: 'draft'; id: string; name: string }
)
type Of<D extends Deed['did']> = Extract<Deed, { did: D }>

export type History = ReturnType<typeof openHistory>

/** Kept by ourselves and on the disk at once: what stands here was acknowledged, whatever the product says later. */
export function openHistory(path: string) {
  const deeds: Deed[] = []
  const file = openSync(path, 'a')
  return {
    note: (deed: Deed): void => {
      writeSync(file, `${JSON.stringify(deed)}\n`)
      fsyncSync(file)
      deeds.push(deed)
    },
    of: <D extends Deed['did']>(did: D): Of<D>[] => deeds.filter((deed): deed is Of<D> => deed.did === did),
    get length() {
      return deeds.length
    },
    close: () => closeSync(file),
  }
}
