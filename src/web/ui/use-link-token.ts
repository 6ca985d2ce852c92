import { useEffect, useState } from 'react'

/**
 * The token of the mailed link. It is read once and then removed from the address bar, so that it appears neither in the
 * history nor in shared links and referrers. Opening the link of the mail again brings it back.
 */
export function useLinkToken(tokenInUrl: string | undefined): string | undefined {
  const [token] = useState(tokenInUrl)
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  return token
}
