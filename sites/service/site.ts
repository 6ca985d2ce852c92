import { defineSite } from '#domain/sites/site.ts'
import { parseColourScale } from '#domain/sites/theme.ts'
import { content } from '#sites/service/content.ts'

export const service = defineSite('service', {
  siteId: '01a1dd45-606b-74f3-986d-82616d6c556c',
  name: 'Felt & Hammer',
  tagline: 'Piano workshop in Leith',
  description:
    'Felt & Hammer tunes, regulates and restores pianos in Edinburgh and the Lothians, and sells a few good ones from its workshop in Leith.',
  businessType: 'service',
  domain: 'feltandhammer.example',
  hosts: ['service.localhost'],
  locale: 'en-GB',
  zone: 'Europe/London',
  currency: 'GBP',
  contact: { email: 'workshop@feltandhammer.example' },
  branding: { logo: { light: 'logo-light.svg', dark: 'logo-dark.svg' }, signature: null },
  navigation: {
    main: [
      { target: '/shop', label: 'Pianos' },
      { target: '/gallery', label: 'On the bench' },
      { target: '/history', label: 'The workshop' },
      { target: '/contact', label: 'Book a visit' },
    ],
    footer: [
      { target: '/contact', label: 'Book a visit' },
      { target: '/privacy', label: 'Privacy' },
      { target: '/terms', label: 'Terms and guarantee' },
    ],
  },
  social: [
    { link: 'https://instagram.example/feltandhammer', icon: 'instagram', label: 'Instagram' },
    { link: 'https://facebook.example/feltandhammer', icon: 'facebook', label: 'Facebook' },
  ],
  features: {
    shop: { enabled: true, type: 'contact' },
    gallery: true,
    mailingList: {
      enabled: true,
      listName: 'tuning',
      showInFooter: true,
      showOnHomepage: true,
      title: 'A card in spring and autumn',
      description:
        'We write twice a year, when the heating goes off and when it comes on, to say that it is time to tune.',
    },
  },
  copyright: { content: 'Felt & Hammer, piano makers and restorers', developer: 'Stagedoor' },
  theme: {
    light: {
      colours: {
        primary: parseColourScale('#f0f8f4 #dcefe5 #bbdfcc #8ec7ab #5ba886 #3a8a69 #276b51 #1f5642 #1a4536 #0d271f'),
        secondary: parseColourScale('#faf8f5 #f2eee8 #e5ded3 #d0c5b5 #a89a86 #7d705e #5e5345 #473e34 #2a241e #17130f'),
        accent: parseColourScale('#fdf8ec #f9ecca #f2d98f #e8c055 #d5a22c #b4821b #8a6112 #6d4c12 #583d12 #332308'),
      },
      gradients: { features: { angle: 150, stops: ['#1a4536', '#2a241e'] } },
    },
  },
  animation: { defaultPageTransition: 'slideUp', easing: 'easeOut' },
  security: { passwordRequirements: { minLength: 14, special: 'extended' } },
  content,
})
