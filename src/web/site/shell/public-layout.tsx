import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasAnnouncements } from '#domain/sites/features.ts'
import { AnnouncementBanner } from '#web/site/announcements/announcement-banner.tsx'
import { LazyPlayer } from '#web/site/previews/play-button.tsx'
import { CookieBanner } from '#web/site/privacy/cookie-banner.tsx'
import { Footer } from '#web/site/shell/footer.tsx'
import { Header, type ThemedLogo } from '#web/site/shell/header.tsx'
import { LazyPreviewBar } from '#web/site/shell/lazy-preview-bar.tsx'
import { OfflineNotice } from '#web/ui/errors/offline-notice.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { logo: ThemedLogo | null; overPicture?: boolean; isBrief?: boolean; children: ReactNode }

/** The frame around every public page; `isBrief` without menus and announcements. */
export function PublicLayout({ logo, overPicture = false, isBrief = false, children }: Props) {
  const site = useWebsite()
  const { preview } = useRouter().options.context
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {preview ? <LazyPreviewBar preview={preview} /> : <CookieBanner />}
      {!isBrief && hasAnnouncements(site) && <AnnouncementBanner />}
      <div className="relative flex min-h-dvh flex-col bg-(image:--gradient-layout)">
        <Header logo={logo} overPicture={overPicture} isBrief={isBrief} />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer isBrief={isBrief} />
      </div>
      <LazyPlayer />
      <OfflineNotice />
    </>
  )
}
