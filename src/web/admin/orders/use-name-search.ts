import { useState } from 'react'
import { customerNameWords } from '#domain/orders/name-words.ts'
import { findOrderTexts } from '#domain/texts/own-order-words.ts'
import { sha256Hex } from '#web/hashes.ts'

/**
 * A box for the name of a customer. Only the hashes of its words are sent and kept in the address bar; the name itself is
 * in the box as long as it is searched for.
 */
export function useCustomerNameSearch(
  hashes: string | undefined,
  setSearch: (changes: { name: string | undefined }) => void,
) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string | null>(null)
  const search = async (name: string | undefined) => {
    const hashed = await Promise.all(customerNameWords(name ?? '').map(sha256Hex))
    const isInsecure = hashed.some((hash) => hash === null)
    setProblem(isInsecure ? findOrderTexts.insecure : null)
    setTyped(name)
    setSearch({ name: isInsecure ? undefined : hashed.join(',') || undefined })
  }
  return { value: hashes ? typed : undefined, onChange: (name: string | undefined) => void search(name), problem }
}
