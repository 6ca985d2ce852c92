import type { AnnouncementStyle, BannerAnnouncement } from '#domain/announcements/announcement.ts'

/** The ground that an announcement stands on, from the site's own gradients. */
export const announcementGround = (style: AnnouncementStyle) => ({
  backgroundImage: `var(--gradient-announcement-${style})`,
})

/** The line that holds the words; whether it is a link is for whoever shows it. */
export const announcementLine =
  'group col-start-1 flex min-h-11 items-center py-2.5 pl-edge text-sm leading-5 sm:text-[0.9375rem] focus-visible:-outline-offset-4'

/** Colour alone would not tell everyone. */
const urgency: Partial<Record<AnnouncementStyle, string>> = { warning: 'Warning: ', urgent: 'Urgent: ' }

type Said = Pick<BannerAnnouncement, 'title' | 'message' | 'linkUrl' | 'linkText' | 'style'>

export const AnnouncementWords = ({ title, message, linkUrl, linkText, style }: Said) => (
  <span className="line-clamp-6 wrap-anywhere sm:line-clamp-3">
    {urgency[style] && <span className="sr-only">{urgency[style]}</span>}
    <bdi className="poster-type mr-2 text-xl leading-5">{title}</bdi>
    <bdi>{message}</bdi>
    {linkUrl && (
      <bdi className="ml-2 whitespace-nowrap font-semibold underline decoration-2 underline-offset-4 group-hover:no-underline">
        {linkText}
      </bdi>
    )}
  </span>
)
