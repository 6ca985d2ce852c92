import { useEffect, useState } from 'react'
import { isPlaying } from '#web/site/previews/songs.ts'
import { usePlayerConsent } from '#web/site/privacy/consent.ts'

/** `declined` is closed, with the focus back on the play button. */
export type PlayerState = 'closed' | 'asks' | 'plays' | 'declined'

export type ItemPlayer = {
  scene: PlayerState
  /** Plays an embedded player, after consent. */
  play: () => void
  /** A film of the site has started to play. */
  take: () => void
  allow: (duration: 'once' | 'always') => void
  decline: () => void
}

type ActiveItem = {
  id: string
  scene: PlayerState
  /** The service, when it plays because the visitor always allows that service. */
  allowedService?: string
}

/**
 * Only one item plays at a time, and none while the player of the site does. When the visitor withdraws consent, an embedded player stops, unless it was allowed
 * once. `service` is the platform of the player, or null for files of the site.
 */
export function useItemPlayers(): (id: string, service: string | null) => ItemPlayer {
  const { mayLoad, allow } = usePlayerConsent()
  const [on, setOn] = useState<ActiveItem | null>(null)
  const isOver = on?.allowedService !== undefined && !mayLoad(on.allowedService)
  useEffect(() => {
    if (isOver) setOn(null)
  }, [isOver])
  const isListening = isPlaying.use()
  useEffect(() => {
    if (isListening) setOn(null)
  }, [isListening])
  return (id, service) => {
    const show = (scene: PlayerState, allowedService?: string) =>
      setOn({ id, scene, ...(allowedService && { allowedService }) })
    return {
      scene: on?.id === id ? on.scene : 'closed',
      play: () => (service && mayLoad(service) ? show('plays', service) : show('asks')),
      take: () => show('plays'),
      allow: (duration) => {
        if (duration === 'once' || !service) return show('plays')
        allow(service)
        show('plays', service)
      },
      decline: () => show('declined'),
    }
  }
}

/** Moves the focus from the removed button to its replacement. */
export const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
