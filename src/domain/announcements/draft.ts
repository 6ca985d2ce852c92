import { z } from 'zod'
import { announcementStyles, announcementTypes } from '#domain/announcements/announcement.ts'
import { optionalDate, optionalText, requiredText } from '#domain/text-schemas.ts'
import { isSafeLink } from '#domain/ui/link.ts'

const wholeNumber = 'Please enter a whole number from -1000 to 1000.'

/** What the owner writes for the banner. */
export const AnnouncementDraft = z
  .object({
    activityLogId: z.uuid().nullable().default(null),
    title: requiredText(120),
    message: requiredText(500),
    linkUrl: optionalText(2_000).refine(
      (link) => link === null || isSafeLink(link),
      'Please enter an address that begins with https:// or mailto:, or a path of this site.',
    ),
    linkText: optionalText(60),
    announcementType: z.enum(announcementTypes).default('general'),
    style: z.enum(announcementStyles).default('info'),
    isActive: z.boolean().default(true),
    isDismissible: z.boolean().default(true),
    priority: z.int(wholeNumber).min(-1_000, wholeNumber).max(1_000, wholeNumber).default(0),
    startDate: optionalDate,
    endDate: optionalDate,
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate < endDate, {
    path: ['endDate'],
    error: 'The end must be after the start.',
  })
export type AnnouncementDraft = z.output<typeof AnnouncementDraft>
