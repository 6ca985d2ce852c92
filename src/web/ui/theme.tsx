import { Moon, Sun } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useAnimation } from '#web/ui/animation.tsx'
import { chooseTheme, colourFrame, currentTheme, type ThemeName, watchTheme } from '#web/ui/theme-store.ts'

/** Null until the page is alive: the server cannot know. */
export const useTheme = (): ThemeName | null =>
  useSyncExternalStore<ThemeName | null>(watchTheme, currentTheme, () => null)

/** Both icons are there and the theme colours one of them, so that the right one shows before any script has run. */
export function ThemeToggle({ className = '' }: { className?: string }) {
  const theme = useTheme()
  const { enabled, reducedMotion } = useAnimation()
  useEffect(() => {
    if (theme) colourFrame(theme)
  }, [theme])
  return (
    <button
      type="button"
      aria-label={theme ? `Switch to ${opposite[theme]} theme` : 'Switch theme'}
      onClick={() => chooseTheme(opposite[currentTheme()], !enabled || reducedMotion)}
      className={`grid size-11 cursor-pointer place-items-center *:col-start-1 *:row-start-1 ${className}`}
    >
      <Moon aria-hidden className="stroke-[light-dark(currentColor,transparent)]" />
      <Sun aria-hidden className="stroke-[light-dark(transparent,currentColor)]" />
    </button>
  )
}

const opposite = { light: 'dark', dark: 'light' } as const
