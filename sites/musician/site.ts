import { defineSite } from '#domain/sites/site.ts'
import { content } from '#sites/musician/content.ts'
import { shop } from '#sites/musician/shop.ts'

export const musician = defineSite('musician', {
  siteId: '01a1dd45-5f4d-7c1d-9793-21a9544e5180',
  name: 'Marlow Quay',
  tagline: 'Songs for the last boat out',
  description:
    'Marlow Quay writes songs on the Harwich quayside and takes them by ferry, van and train. Tour dates, the new album Night Ferry, records, pictures and film.',
  businessType: 'musician',
  domain: 'marlowquay.example',
  hosts: ['localhost', '127.0.0.1', '[::1]'],
  isDefault: true,
  locale: 'en-GB',
  zone: 'Europe/London',
  currency: 'GBP',
  contact: { email: 'hello@marlowquay.example' },
  branding: {
    logo: { light: 'logo-light.svg', dark: 'logo-dark.svg' },
    signature: { light: 'signature-light.svg', dark: 'signature-dark.svg' },
  },
  social: [
    { link: 'https://facebook.example/marlowquay', icon: 'facebook', label: 'Facebook' },
    { link: 'https://instagram.example/marlowquay', icon: 'instagram', label: 'Instagram' },
    { link: 'https://youtube.example/marlowquay', icon: 'youtube', label: 'Youtube' },
    { link: 'https://tiktok.example/marlowquay', icon: 'tiktok', label: 'TikTok' },
  ],
  features: {
    shop: { enabled: true, type: 'stripe' },
    media: { enabled: true },
    gallery: true,
    tour: true,
    announcements: true,
    discography: true,
    awards: true,
    press: false,
    digitalProducts: true,
    mailingList: {
      enabled: false,
      listName: 'updates',
      showInFooter: true,
      showOnHomepage: false,
      title: 'Letters from the road',
      description: 'Dates before they go on sale, songs before they are finished. Never more than once a month.',
    },
  },
  shop,
  copyright: { content: 'Marlow Quay. Words, music and pictures, all rights reserved.', developer: 'Stagedoor' },
  content,
})
