import type { AdminShow } from '#api/admin/tour.ts'
import { dateTimeFieldValue, isTimeZone, parseDateTimeField } from '#domain/time/local-time.ts'
import type { ShowStatus } from '#domain/tour/show.ts'
import type { VersionedValues } from '#web/admin/ui/editor/use-editor.ts'

/** A show as the form holds it: an empty text for a missing value. */
export type ShowValues = {
  date: string
  time: string
  doorsTime: string
  zone: string
  country: string
  city: string
  venue: string
  address: string
  postCode: string
  countyRegion: string
  bookingLink: string
  /** Local time of the venue, as `2026-05-01T10:00`. */
  onSaleAt: string
  priceNotes: string
  availability: AdminShow['availability']
  eventType: string
  supportActs: string[]
  tags: string[]
  venueNotes: string
  additionalInfo: string
  imageUrl: string
  imageAlt: string
  status: AdminShow['status']
  /** Without a field: the stored instant of `onSaleAt`. */
  onSaleWas: string | null
}

export const showLabels: Record<keyof ShowValues, string> = {
  date: 'Date',
  time: 'Start',
  doorsTime: 'Doors',
  country: 'Country',
  city: 'City',
  venue: 'Venue',
  address: 'Street and number',
  postCode: 'Postcode',
  countyRegion: 'County, region or state',
  zone: 'Time zone',
  availability: 'Availability',
  bookingLink: 'Ticket link',
  onSaleAt: 'On sale from',
  priceNotes: 'Prices',
  eventType: 'Event type',
  supportActs: 'Support acts',
  tags: 'Tags',
  venueNotes: 'About the venue',
  additionalInfo: 'Additional information',
  imageUrl: 'Picture',
  imageAlt: 'What the picture shows',
  status: 'Status',
  onSaleWas: 'On sale',
}

export const showStatusLabels: Record<ShowStatus, string> = { draft: 'Draft', upcoming: 'Announced', past: 'Past' }

export const newShowValues = (zone: string): ShowValues => ({
  date: '',
  time: '',
  doorsTime: '',
  zone,
  country: '',
  city: '',
  venue: '',
  address: '',
  postCode: '',
  countyRegion: '',
  bookingLink: '',
  onSaleAt: '',
  priceNotes: '',
  availability: 'scheduled',
  eventType: '',
  supportActs: [],
  tags: [],
  venueNotes: '',
  additionalInfo: '',
  imageUrl: '',
  imageAlt: '',
  status: 'draft',
  onSaleWas: null,
})

export function showValuesOf(show: AdminShow): VersionedValues<ShowValues> {
  return {
    version: show.sequence,
    values: {
      date: show.date,
      time: show.time ?? '',
      doorsTime: show.doorsTime ?? '',
      zone: show.zone,
      country: show.country,
      city: show.city,
      venue: show.venue,
      address: show.address ?? '',
      postCode: show.postCode ?? '',
      countyRegion: show.countyRegion ?? '',
      bookingLink: show.bookingLink ?? '',
      onSaleAt: dateTimeFieldValue(asDate(show.onSaleAt), show.zone),
      priceNotes: show.priceNotes ?? '',
      availability: show.availability,
      eventType: show.eventType ?? '',
      supportActs: show.supportActs,
      tags: show.tags,
      venueNotes: show.venueNotes ?? '',
      additionalInfo: show.additionalInfo ?? '',
      imageUrl: show.imageUrl ?? '',
      imageAlt: show.imageAlt ?? '',
      status: show.status,
      onSaleWas: show.onSaleAt,
    },
  }
}

/** In the shape that `ShowDraft` parses. */
export const showDraftFrom = ({ onSaleWas, ...values }: ShowValues) => ({
  ...values,
  time: values.time || null,
  doorsTime: values.doorsTime || null,
  imageUrl: values.imageUrl || null,
  onSaleAt: isTimeZone(values.zone) ? parseDateTimeField(values.onSaleAt, values.zone, asDate(onSaleWas)) : null,
})

const asDate = (text: string | null) => (text ? new Date(text) : null)
