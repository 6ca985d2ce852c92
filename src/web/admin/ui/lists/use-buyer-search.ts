import { useState } from 'react'
import { emailProblem } from '#domain/accounts/email.ts'
import { findOrderTexts } from '#domain/texts/own-order-words.ts'
import { hashEmail } from '#web/hashes.ts'

type BuyerSearch = { q?: string | undefined; buyer?: string | undefined }

/**
 * A box for words or for a whole e-mail address, of which only the hash is sent and kept in the address bar. The address
 * itself is in the box as long as it is searched for.
 */
export function useBuyerSearch(
  search: BuyerSearch,
  setSearch: (changes: BuyerSearch) => void,
  /** Called with an address that cannot be searched for. */
  onInvalid: (typed: string) => void = () => {},
) {
  const [email, setEmail] = useState<string>()
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (q: string | undefined) => {
    const isEmail = q?.includes('@')
    const wrong = isEmail ? emailProblem(q!) : null
    const buyer = isEmail && !wrong ? await hashEmail(q!) : undefined
    setProblem(wrong ?? (buyer === null ? findOrderTexts.insecure : null))
    if (!isEmail) return setSearch({ q, buyer: undefined })
    if (!buyer) return onInvalid(q!)
    setEmail(q)
    setSearch({ q: undefined, buyer })
  }
  return { value: search.buyer ? email : search.q, onChange: (q: string | undefined) => void submit(q), problem }
}
