import { defineSite } from '#domain/sites/site.ts'
import { parseColourScale } from '#domain/sites/theme.ts'
import { content } from '#sites/software/content.ts'
import { shop } from '#sites/software/shop.ts'

export const software = defineSite('software', {
  siteId: '01a1dd45-5fda-7c25-ac9c-389c5eb1034b',
  name: 'Setlight',
  tagline: 'Lighting cues for small stages',
  description:
    'Setlight runs the lights of a small stage from one laptop: write cues by song, rehearse them anywhere, and play them with one key on the night.',
  businessType: 'software',
  domain: 'setlight.example',
  hosts: ['software.localhost'],
  locale: 'en-GB',
  zone: 'Europe/Amsterdam',
  currency: 'EUR',
  contact: { email: 'support@setlight.example' },
  branding: { logo: { light: 'logo-light.svg', dark: 'logo-dark.svg' }, signature: null },
  navigation: {
    main: [
      { target: '/shop', label: 'Pricing' },
      { target: '/media', label: 'Guides' },
      { target: '/gallery', label: 'In use' },
      { target: '/press', label: 'Press' },
      { target: '/history', label: 'About' },
      { target: '/contact', label: 'Support' },
    ],
    footer: [
      { target: '/contact', label: 'Support' },
      { target: '/shop/contact', label: 'Schools and venues' },
      { target: '/privacy', label: 'Privacy' },
      { target: '/terms', label: 'Licence and terms' },
    ],
  },
  social: [
    { link: 'https://github.example/setlight', icon: 'github', label: 'Github' },
    { link: 'https://youtube.example/setlight', icon: 'youtube', label: 'Youtube' },
  ],
  features: {
    shop: { enabled: true, type: 'stripe' },
    media: { enabled: true },
    gallery: true,
    press: true,
    digitalProducts: true,
    mailingList: {
      enabled: false,
      listName: 'releases',
      title: 'Release notes',
      description: 'One message for each new version, with what changed and why.',
    },
  },
  shop,
  copyright: { content: 'Setlight. Made in Utrecht.', developer: 'Stagedoor' },
  theme: {
    light: {
      colours: {
        primary: parseColourScale('#f4f2ff #e9e5ff #d5cdff #b7a8ff #957bfd #7a53f5 #6335dd #5126b8 #412191 #291359'),
        secondary: parseColourScale('#f7f7f9 #eeeef2 #dedee6 #c4c4d1 #9797aa #6c6c80 #505062 #3b3b4b #22222e #111118'),
        accent: parseColourScale('#ecfdf8 #cdf9ec #9df1da #62e2c3 #2bcaa8 #10a88b #0b7a66 #0b6153 #0c4d44 #062d29'),
      },
      gradients: { features: { angle: 135, stops: ['#412191', '#22222e', '#0c4d44'] } },
    },
  },
  animation: { duration: 0.2, defaultPageTransition: 'slide' },
  content,
})
