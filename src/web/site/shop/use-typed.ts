import { useEffect, useRef, useState } from 'react'

const pauseMs = 200

/** What is being typed, asked for when the typing pauses. An answer that comes late does not overwrite newer letters. */
export function useTyped(value: string, ask: (typed: string) => void) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (asked.current === value) return
    asked.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      latest.current(asked.current)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
