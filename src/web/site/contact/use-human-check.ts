import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type HumanCheckOffer, humanCheckLifetimeMs, humanCheckWaitMs } from '#domain/contact/human-check.ts'
import { solveAltcha } from '#web/site/contact/altcha.ts'
import { runTurnstile } from '#web/site/contact/turnstile.ts'

export type CheckState =
  | { is: 'idle' | 'verifying' | 'failed' | 'expired' }
  | { is: 'verified'; token: string; begunAt: number }

/** From when it was begun, for its question may be as old: shortly before the server would refuse it. */
const forgottenAfterMs = humanCheckLifetimeMs - 20_000

/**
 * Whether the visitor has been found human. It begins when `begin` is called, takes at most 30 s, and what it finds is
 * forgotten when it is too old, when it has failed, and when it was used. One that is too old rests until somebody goes
 * on with the form, or comes back to what they have `written`: a page that lies open costs nobody's battery anything.
 */
export function useHumanCheck(offer: HumanCheckOffer, { written }: { written: boolean }) {
  const { api } = useRouter().options.context
  const [state, setState] = useState<CheckState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  const place = useRef<HTMLDivElement>(null)

  const begin = useCallback(() => {
    if (running.current) return
    const begunAt = Date.now()
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
      (token) => end({ is: 'verified', token, begunAt }),
      () => end({ is: 'failed' }),
    )
  }, [api, offer])

  const drop = useCallback((state: { is: 'idle' | 'expired' }) => {
    running.current?.abort()
    running.current = null
    setState(state)
  }, [])
  const forget = useCallback(() => drop({ is: 'idle' }), [drop])

  useEffect(() => {
    if (state.is !== 'verified') return
    const timer = setTimeout(() => drop({ is: 'expired' }), state.begunAt + forgottenAfterMs - Date.now())
    return () => clearTimeout(timer)
  }, [state, drop])
  useEffect(() => {
    if (state.is !== 'expired' || !written) return
    const goOn = () => document.visibilityState === 'visible' && begin()
    document.addEventListener('visibilitychange', goOn)
    return () => document.removeEventListener('visibilitychange', goOn)
  }, [state, written, begin])
  useEffect(() => () => running.current?.abort(), [])

  return { state, begin, forget, place }
}
