import { useEffect, useRef, useState } from 'react'

const pauseMs = 200

/** A text input that calls `submit` when typing pauses. A late `value` does not overwrite newer input. */
export function useDebouncedInput(value: string, submit: (typed: string) => void) {
  const [typed, setTyped] = useState(value)
  const submitted = useRef(value)
  const latest = useRef(submit)
  latest.current = submit
  useEffect(() => {
    if (submitted.current === value) return
    submitted.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed.trim() === submitted.current) return
    const timer = setTimeout(() => {
      submitted.current = typed.trim()
      latest.current(submitted.current)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
