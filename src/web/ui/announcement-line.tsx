import type { AnnouncementStyle, BannerAnnouncement } from '#domain/announcements/announcement.ts'

/** The background of an announcement, from the site's gradients. */
export const announcementBackground = (style: AnnouncementStyle) => ({
  backgroundImage: `var(--gradient-announcement-${style})`,
})

/** Classes of the line, which is a link or a paragraph. */
export const announcementLineClass =
  'group col-start-1 flex min-h-11 items-center py-2.5 pl-edge text-sm leading-5 sm:text-[0.9375rem] focus-visible:-outline-offset-4'

/** Read by screen readers, which do not announce the colour. */
const urgency: Partial<Record<AnnouncementStyle, string>> = { warning: 'Warning: ', urgent: 'Urgent: ' }

type AnnouncementText = Pick<BannerAnnouncement, 'title' | 'message' | 'linkUrl' | 'linkText' | 'style'>

export const AnnouncementContent = ({ title, message, linkUrl, linkText, style }: AnnouncementText) => (
  <span className="line-clamp-6 wrap-anywhere in-data-collapsed:max-sm:line-clamp-1 sm:line-clamp-3 noscript:line-clamp-6">
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
