import { useEffect, useState } from 'react'

/**
 * The token of the link that led here. It is read once and then leaves the address bar, and with it the history, what is
 * shared from here and what other pages are told. Opening the mail's link again brings it back.
 */
export function useLinkToken(inAddress: string | undefined): string | undefined {
  const [token] = useState(inAddress)
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  return token
}
