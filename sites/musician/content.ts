import type { SiteContent } from '#domain/pages/content.ts'
import { awards } from '#sites/musician/awards.ts'
import { press } from '#sites/musician/press.ts'
import { releases } from '#sites/musician/releases.ts'

export const content: SiteContent = {
  home: {
    hero: {
      line: 'Songs for the last boat out',
      image: 'hero.jpg',
      portrait: 'hero-portrait.jpg',
      action: { target: '/tour', label: 'See all dates' },
    },
    intro: {
      heading: 'From the end of the pier',
      text: 'I grew up where the railway runs out of land, in a flat above a chandler’s in Harwich, with a mother who worked nights on the boat to Holland. I write about people who are between two places. Most of it was written at a table that would not stay still.',
      image: 'portrait-1.jpg',
      action: { target: '/history', label: 'The longer version' },
    },
    headings: {
      tour: 'Next ports of call',
      release: 'The new record',
      gallery: 'Seen from the stage',
      shop: 'From the merch table',
      media: 'Sound and pictures',
    },
    highlights: [],
  },
  pages: {
    tour: {
      title: 'Tour',
      description:
        'Every Marlow Quay show: dates, cities, venues, door times and tickets, on land and now and then at sea.',
      intro:
        'Times are the venue’s own. Doors open when they say, I play when they say, and I come out to the table afterwards.',
      empty: {
        text: 'Nothing on the board just now. I am home, writing the next thing, and the van is having its brakes seen to.',
        action: { target: '/discography', label: 'Listen meanwhile' },
      },
      image: 'tour.jpg',
    },
    gallery: {
      title: 'Gallery',
      description:
        'Photographs from the Night Ferry tour and the years before it: stages, decks, harbours, and the light in between.',
      intro: 'Mostly taken by whoever was standing nearest.',
      empty: {
        text: 'The film is still at the lab. It always takes a week longer than they say.',
        action: { target: '/tour', label: 'Come and take your own' },
      },
    },
    media: {
      title: 'Media',
      description:
        'Films, live sessions and recordings by Marlow Quay, including the Night Ferry sessions made on board.',
      intro: 'Sessions, films and the odd recording that was never meant to leave the room.',
      empty: {
        text: 'Nothing to watch yet. There is a tape somewhere, and I am looking for it.',
        action: { target: '/discography', label: 'Hear the records' },
      },
    },
    contact: {
      title: 'Contact',
      description: 'Write to Marlow Quay: bookings, records, press, or the boat you were on when you heard the song.',
      intro:
        'Bookings, orders, or just hello. I read all of it, though the answer may come from the far side of a crossing.',
    },
    shop: {
      title: 'Shop',
      description:
        'Records, downloads, shirts and prints by Marlow Quay, packed in Harwich and sent everywhere the post goes.',
      intro:
        'Packed by hand in Harwich, usually on a Tuesday. Downloads come at once: up to five times, for thirty days.',
      empty: {
        text: 'The table is bare: we sold the last of it in the last town. More is being pressed.',
        action: { target: '/contact', label: 'Ask what is coming' },
      },
    },
    discography: {
      title: 'Discography',
      description:
        'All records by Marlow Quay: Night Ferry, Salt Radio, The Long Fetch and Low Water, with track lists and previews.',
      intro: 'Four records in eight years. I am told this is slow. The tide says otherwise.',
      empty: {
        text: 'No records yet, only songs. Those you can hear in a room.',
        action: { target: '/tour', label: 'Find a room' },
      },
    },
    awards: {
      title: 'Awards',
      description: 'Prizes and nominations for Marlow Quay’s records and shows since 2018.',
      intro: 'They live on the shelf above the kettle, where the steam keeps them modest.',
      empty: {
        text: 'The shelf above the kettle is still empty, which leaves room for tea.',
        action: { target: '/discography', label: 'Judge for yourself' },
      },
    },
    press: {
      title: 'Press',
      description: 'What has been written about Marlow Quay, and pictures and texts for those who want to write more.',
      intro: 'Kind words, and one or two fair ones.',
      empty: {
        text: 'Nobody has written anything lately. You could be the first.',
        action: { target: '/contact', label: 'Ask for an interview' },
      },
    },
  },
  notFound: {
    title: 'This boat has sailed',
    text: 'There is no page at this address. It may have moved, or it was never on the timetable.',
    action: { target: '/', label: 'Back to the quay' },
    image: 'media-01.jpg',
  },
  releases,
  awards,
  press,
}
