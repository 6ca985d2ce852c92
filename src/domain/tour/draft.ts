import { z } from 'zod'
import { slugOf } from '#domain/slug.ts'
import { optionalDate, optionalText, requiredText } from '#domain/text-schemas.ts'
import { isLocalDate, isLocalTime, isTimeZone } from '#domain/time/local-time.ts'
import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { isWebAddress, lowercaseUrlScheme } from '#domain/ui/link.ts'

const list = (max: number) => z.array(requiredText(80)).max(max, `Please enter at most ${max}.`).default([])

const isOwnPath = (text: string) => /^\/[^/\\\s][^\\\s]*$/.test(text)

const link = (isLink: (text: string) => boolean) =>
  optionalText(2000)
    .refine((text) => text === null || isLink(text), 'Please enter an address that begins with https://.')
    .transform((text) => text && lowercaseUrlScheme(text))

const time = z
  .string()
  .refine((text) => text.length === 5 && isLocalTime(text), 'Please enter a time like 20:30.')
  .nullable()
  .default(null)

/** What the artist writes about a show; the address of its page is made from it. */
export const ShowDraft = z
  .object({
    date: z
      .string()
      .refine((text) => isLocalDate(text) && text >= '1900' && text < '2200', 'Please enter a date like 2026-05-31.'),
    time,
    doorsTime: time,
    zone: z
      .string()
      .max(64)
      .refine((text) => /^[A-Za-z]/.test(text) && isTimeZone(text), 'Please choose a time zone like Europe/Berlin.'),
    venue: requiredText(200),
    address: optionalText(300),
    city: requiredText(120),
    postCode: optionalText(20),
    countyRegion: optionalText(120),
    country: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.'),
    eventType: optionalText(80),
    bookingLink: link(isWebAddress),
    onSaleAt: optionalDate,
    priceNotes: optionalText(500),
    venueNotes: optionalText(2000),
    additionalInfo: optionalText(5000),
    supportActs: list(20),
    imageUrl: link((text) => isOwnPath(text) || isWebAddress(text)),
    imageAlt: optionalText(300),
    tags: list(20),
    status: z.enum(showStatuses).default('draft'),
    availability: z.enum(availabilities).default('scheduled'),
  })
  .refine(({ imageUrl, imageAlt }) => !imageUrl || imageAlt, {
    path: ['imageAlt'],
    error: 'Please describe the picture.',
  })
export type ShowDraft = z.output<typeof ShowDraft>

export const showSlug = ({ date, city, venue }: Pick<ShowDraft, 'date' | 'city' | 'venue'>): string =>
  slugOf(`${date} ${city} ${venue}`)
