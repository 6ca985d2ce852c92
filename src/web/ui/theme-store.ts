import { themeKey } from '#domain/privacy/consent.ts'
import { themeChangeMs } from '#domain/ui/shell.ts'

export type ThemeName = 'light' | 'dark'

const changing = 'theme-changing'
const darkSystem = '(prefers-color-scheme: dark)'

/** Goes into the head: a stored theme is there before the first paint. Without one the system's is used, by CSS alone. */
export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

const isTheme = (value: unknown): value is ThemeName => value === 'light' || value === 'dark'

export function currentTheme(): ThemeName {
  const { theme } = document.documentElement.dataset
  if (isTheme(theme)) return theme
  return window.matchMedia(darkSystem).matches ? 'dark' : 'light'
}

/** `still` where neither the site nor the visitor wants movement. */
export function chooseTheme(theme: ThemeName, still: boolean): void {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // A browser that stores nothing still changes this page.
  }
  if (still) show(theme)
  else softly(() => show(theme))
}

/** Hears of every change: here, in another tab, of the system, and while the page lay in the browser's history. */
export function watchTheme(changed: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) show(event.newValue)
  }
  const backFromHistory = (event: PageTransitionEvent) => {
    if (event.persisted) show(stored())
  }
  const system = window.matchMedia(darkSystem)
  // Another tab may have chosen after this page was sent and before it could hear.
  const chosen = stored()
  if (isTheme(chosen) && chosen !== document.documentElement.dataset.theme) show(chosen)
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', changed)
  window.addEventListener('storage', inOtherTab)
  window.addEventListener('pageshow', backFromHistory)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
    window.removeEventListener('storage', inOtherTab)
    window.removeEventListener('pageshow', backFromHistory)
  }
}

/** The browser's own frame follows the page, also where the visitor chose against the system. */
export function colourFrame(theme: ThemeName): void {
  const ofTheme = document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media*="${theme}"]`)
  if (!ofTheme) return
  const first = document.head.querySelector<HTMLMetaElement>('meta[data-frame]') ?? document.createElement('meta')
  first.name = 'theme-color'
  first.content = ofTheme.content
  first.dataset.frame = theme
  document.head.prepend(first)
}

function stored(): string | null {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

function show(theme: string | null): void {
  const { dataset } = document.documentElement
  if (isTheme(theme)) dataset.theme = theme
  else delete dataset.theme
}

let latest: object | undefined

/** One picture of the page fades into the other, gradients and logos included; older browsers blend the colours. */
function softly(change: () => void): void {
  const { classList } = document.documentElement
  const mine = {}
  latest = mine
  const over = () => {
    if (latest === mine) classList.remove(changing)
  }
  classList.add(changing)
  if (document.startViewTransition) {
    document.startViewTransition(change).finished.then(over, over)
  } else {
    change()
    setTimeout(over, themeChangeMs)
  }
}
