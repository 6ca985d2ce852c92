import { HeadContent, Scripts, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { stagingTexts } from '#domain/texts/own-frame-words.ts'
import { earlyInlineScript, hydratedEvent } from '#web/early-script.ts'
import { dismissedScript } from '#web/site/announcements/dismissed-store.ts'
import type { PublicSiteData } from '#web/site-query.ts'
import { themeScript } from '#web/ui/theme.tsx'

/** The page around all pages. It also holds an error of the site itself, and then knows no site. */
export function HtmlDocument({ children }: { children: ReactNode }) {
  const site = useMatches({ select: ([root]) => (root?.context as { site?: PublicSiteData } | undefined)?.site })
  const { lateScripts } = useRouter().options.context
  useEffect(() => void document.dispatchEvent(new Event(hydratedEvent)), [])
  return (
    // The theme script may have set data-theme before React sees the element.
    <html lang={site?.locale ?? 'en'} suppressHydrationWarning>
      <head>
        {/* The router keeps one meta of each name; of these there must be two. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={site?.frameColours.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={site?.frameColours.dark} />
        <HeadContent />
        {import.meta.env.SSR && !lateScripts && <EarlyScript />}
        <OnceScript code={themeScript} />
        <OnceScript code={dismissedScript} />
      </head>
      <body className="bg-ground font-text text-ink antialiased">
        {site?.staging && <StagingBanner />}
        {children}
        <Scripts />
        {import.meta.env.SSR && lateScripts && <EarlyScript scripts={lateScripts} />}
      </body>
    </html>
  )
}

/** Runs while the page is parsed and never again; the router would run scripts of its own head again after hydration. */
function OnceScript({ code }: { code: string }) {
  const { nonce } = useRouter().options.ssr ?? {}
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {code}
    </script>
  )
}

/**
 * Stands before the scripts of the page, or, for a page that is whole without them, in their place. It removes itself,
 * so React does not find it.
 */
function EarlyScript({ scripts }: { scripts?: readonly string[] }) {
  const { nonce } = useRouter().options.ssr ?? {}
  return (
    <script nonce={nonce} data-scripts={scripts?.join(' ')}>
      {earlyInlineScript()}
    </script>
  )
}

/** On every page of a trial installation, so that visitors do not take it for the real site. */
const StagingBanner = () => (
  <aside
    aria-label={stagingTexts.label}
    data-staging
    className="bg-warning-ink px-4 py-2 text-center font-medium text-ground text-sm"
  >
    {stagingTexts.banner}
  </aside>
)
