import { useEffect } from 'react'

/** Files that are let go beside the places for them are left alone: the browser would open them instead of the page. */
export function useStayOnDrop(): void {
  useEffect(() => {
    const ending = new AbortController()
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, stay, ending)
    return () => ending.abort()
  }, [])
}

function stay(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
