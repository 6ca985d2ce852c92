import { Moon, Sun } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { themeKey } from '#domain/privacy/consent.ts'
import { themeTransitionMs } from '#domain/ui/shell.ts'
import { useAnimation } from '#web/ui/animation.tsx'

export type ThemeName = 'light' | 'dark'

const changingClass = 'theme-changing'
const darkSystem = '(prefers-color-scheme: dark)'

/** Runs in the head: sets a stored theme before the first paint. Without one CSS follows the system. */
export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

const isTheme = (value: unknown): value is ThemeName => value === 'light' || value === 'dark'

export function currentTheme(): ThemeName {
  const { theme } = document.documentElement.dataset
  if (isTheme(theme)) return theme
  return window.matchMedia(darkSystem).matches ? 'dark' : 'light'
}

/** `still` switches without a transition. */
export function storeTheme(theme: ThemeName, still: boolean): void {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Without storage the theme changes for this page only.
  }
  if (still) show(theme)
  else withTransition(() => show(theme))
}

/** Calls `changed` on changes in this tab, another tab or the system, and when the page returns from the back/forward cache. */
export function subscribeToTheme(changed: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) show(event.newValue)
  }
  const backFromHistory = (event: PageTransitionEvent) => {
    if (event.persisted) show(stored())
  }
  const system = window.matchMedia(darkSystem)
  // Another tab may have changed the theme before this page was hydrated.
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

/** Sets `theme-color` for the browser UI, also when the visitor's theme differs from the system's. */
export function updateThemeColorMeta(theme: ThemeName): void {
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

let latestTransition: object | undefined

/** Cross-fades with a view transition; older browsers use CSS transitions of the colours. */
function withTransition(change: () => void): void {
  const { classList } = document.documentElement
  const mine = {}
  latestTransition = mine
  const endTransition = () => {
    if (latestTransition === mine) classList.remove(changingClass)
  }
  classList.add(changingClass)
  if (document.startViewTransition) {
    document.startViewTransition(change).finished.then(endTransition, endTransition)
  } else {
    change()
    setTimeout(endTransition, themeTransitionMs)
  }
}

/** Null until hydration: the server does not know the theme. */
export const useTheme = (): ThemeName | null =>
  useSyncExternalStore<ThemeName | null>(subscribeToTheme, currentTheme, () => null)

/** Renders both icons, and CSS shows one of them, so that it is right before any script runs. */
export function ThemeToggle({ className = '' }: { className?: string }) {
  const theme = useTheme()
  const { enabled, reducedMotion } = useAnimation()
  useEffect(() => {
    if (theme) updateThemeColorMeta(theme)
  }, [theme])
  return (
    <button
      type="button"
      aria-label={theme ? `Switch to ${opposite[theme]} theme` : 'Switch theme'}
      onClick={() => storeTheme(opposite[currentTheme()], !enabled || reducedMotion)}
      className={`grid size-11 cursor-pointer place-items-center *:col-start-1 *:row-start-1 ${className}`}
    >
      <Moon aria-hidden className="stroke-[light-dark(currentColor,transparent)]" />
      <Sun aria-hidden className="stroke-[light-dark(transparent,currentColor)]" />
    </button>
  )
}

const opposite = { light: 'dark', dark: 'light' } as const
