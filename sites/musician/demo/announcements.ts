import type { DemoAnnouncement } from '#sites/demo.ts'

const days = (now: Date, count: number) => new Date(+now + count * 86_400_000)
const usual = { linkText: null, isActive: true, isDismissible: true, startDate: null, endDate: null } as const

/** Two that are up, one that waits, one that is over and one that was taken down. */
export const demoAnnouncements = (now: Date): DemoAnnouncement[] => [
  {
    ...usual,
    title: 'Night Ferry is out',
    message: 'Ten songs between two harbours, on vinyl, disc and cassette, and to hear in a room near you.',
    linkUrl: '/discography',
    linkText: 'About the record',
    announcementType: 'new_product',
    style: 'info',
    priority: 10,
    startDate: days(now, -20),
  },
  {
    ...usual,
    title: 'Utrecht has sold out',
    message: 'Thank you. There are still places in Antwerp and Hamburg, both a short train away.',
    linkUrl: '/tour',
    linkText: 'See all dates',
    announcementType: 'event_update',
    style: 'success',
    priority: 5,
    startDate: days(now, -3),
    endDate: days(now, 21),
  },
  {
    ...usual,
    title: 'Tickets for the southern dates',
    message: 'Japan, Australia and New Zealand go on sale at ten in the morning, by the clocks of each place.',
    linkUrl: '/tour',
    announcementType: 'event_update',
    style: 'warning',
    priority: 8,
    startDate: days(now, 14),
    endDate: days(now, 16),
  },
  {
    ...usual,
    title: 'Pictures from the crossing',
    message: 'A night on deck, in sixteen photographs.',
    linkUrl: '/gallery',
    announcementType: 'new_media',
    style: 'info',
    priority: 0,
    startDate: days(now, -40),
    endDate: days(now, -10),
  },
  {
    ...usual,
    title: 'The boat is late',
    message: 'Tonight’s doors open an hour later than printed. Bring something to read.',
    linkUrl: '/tour',
    announcementType: 'general',
    style: 'urgent',
    isActive: false,
    isDismissible: false,
    priority: 100,
  },
]
