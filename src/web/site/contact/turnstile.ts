import { type HumanCheckAction, humanCheckAction } from '#domain/contact/human-check.ts'

type Widget = {
  render: (element: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}
declare global {
  interface Window {
    turnstile?: Widget
  }
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

let loading: Promise<Widget> | undefined

/** Not before somebody writes: until then nobody else hears of the visitor. */
function load(): Promise<Widget> {
  loading ??= new Promise<Widget>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(new Error('no widget')))
    script.onerror = () => reject(new Error('no widget'))
    document.head.append(script)
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** A script that never answers must not keep anybody waiting for longer than was said. */
const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

export async function runTurnstile(asked: {
  siteKey: string
  element: HTMLElement
  signal: AbortSignal
  action?: HumanCheckAction
}): Promise<string> {
  const { siteKey, element, signal, action = humanCheckAction } = asked
  const widget = await Promise.race([load(), ended(signal)])
  let id: string | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      signal.throwIfAborted()
      id = widget.render(element, {
        sitekey: siteKey,
        action,
        size: 'compact',
        callback: resolve,
        'error-callback': () => reject(new Error('the check failed')),
        'expired-callback': () => reject(new Error('the check expired')),
        'timeout-callback': () => reject(new Error('the check took too long')),
      })
    })
  } finally {
    if (id) widget.remove(id)
  }
}
