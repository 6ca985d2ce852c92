import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** An acknowledged operation; `site` is the index in the list of sites. */
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
  /** Acknowledged by the payment provider, not by the product. */
  | { did: 'paid'; sessionId: string }
  | { did: 'cancel'; orderId: string }
  | { did: 'message'; canary: string }
  | { did: 'chunk'; sessionId: string; index: number }
  | { did: 'file'; sessionId: string; fileId: string; sha256: string; productId: string }
  | { did: 'draft'; id: string; name: string }
)
type OperationOf<D extends Operation['did']> = Extract<Operation, { did: D }>

export type History = ReturnType<typeof openHistory>

/** Our own record, synced to disk at once: every entry was acknowledged, whatever the product says later. */
export function openHistory(path: string) {
  const operations: Operation[] = []
  const file = openSync(path, 'a')
  return {
    note: (operation: Operation): void => {
      writeSync(file, `${JSON.stringify(operation)}\n`)
      fsyncSync(file)
      operations.push(operation)
    },
    of: <D extends Operation['did']>(did: D): OperationOf<D>[] =>
      operations.filter((operation): operation is OperationOf<D> => operation.did === did),
    get length() {
      return operations.length
    },
    close: () => closeSync(file),
  }
}
