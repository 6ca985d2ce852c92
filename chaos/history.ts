import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** What the product has said yes to; `site` is the place in the list of sites. */
export type Operation = { site: number } & (
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
type Of<D extends Operation['did']> = Extract<Operation, { did: D }>

export type History = ReturnType<typeof openHistory>

/** Kept by ourselves and on the disk at once: what stands here was acknowledged, whatever the product says later. */
export function openHistory(path: string) {
  const operations: Operation[] = []
  const file = openSync(path, 'a')
  return {
    note: (operation: Operation): void => {
      writeSync(file, `${JSON.stringify(operation)}\n`)
      fsyncSync(file)
      operations.push(operation)
    },
    of: <D extends Operation['did']>(did: D): Of<D>[] =>
      operations.filter((operation): operation is Of<D> => operation.did === did),
    get length() {
      return operations.length
    },
    close: () => closeSync(file),
  }
}
