import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type HumanCheckOffer, humanCheckLifetimeMs, humanCheckWaitMs } from '#domain/contact/human-check.ts'
import { solveAltcha } from '#web/site/contact/altcha.ts'
import { runTurnstile } from '#web/site/contact/turnstile.ts'

export type CheckState = { is: 'idle' | 'verifying' | 'failed' } | { is: 'verified'; token: string }

/** Shortly before the server would refuse it, a token is exchanged for a new one. */
const renewAfterMs = humanCheckLifetimeMs - 20_000

/**
 * Whether the visitor has been found human. It begins when `begin` is called, takes at most 30 s, and what it finds is
 * forgotten when it is too old, when it has failed, and when it was used.
 */
export function useHumanCheck(offer: HumanCheckOffer) {
  const { api } = useRouter().options.context
  const [state, setState] = useState<CheckState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  const place = useRef<HTMLDivElement>(null)

  const begin = useCallback(() => {
    if (running.current) return
    const attempt = new AbortController()
    running.current = attempt
    setState({ is: 'verifying' })
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), humanCheckWaitMs)
    const signal = AbortSignal.any([attempt.signal, tooLong.signal])
    const found =
      offer.provider === 'altcha'
        ? solveAltcha(api, signal)
        : runTurnstile({ siteKey: offer.siteKey, element: place.current!, signal })
    const end = (state: CheckState) => {
      clearTimeout(timer)
      if (attempt.signal.aborted) return
      if (state.is === 'failed') running.current = null
      setState(state)
    }
    found.then(
      (token) => end({ is: 'verified', token }),
      () => end({ is: 'failed' }),
    )
  }, [api, offer])

  const forget = useCallback(() => {
    running.current?.abort()
    running.current = null
    setState({ is: 'idle' })
  }, [])

  useEffect(() => {
    if (state.is !== 'verified') return
    const timer = setTimeout(() => {
      forget()
      begin()
    }, renewAfterMs)
    return () => clearTimeout(timer)
  }, [state, forget, begin])
  useEffect(() => () => running.current?.abort(), [])

  return { state, begin, forget, place }
}
