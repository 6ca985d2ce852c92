import type { ActKind, SiteArea } from '#domain/set-up/answers.ts'

/** The set-up guide on the dashboard and the screen “Make it mine”. Only administrators read them. */

export const guideTexts = {
  title: 'Make this website yours',
  intro: ({ name }: { name: string }) =>
    `What you see is an example: ${name} is made up. Look around as long as you like, or put your own name on it now.`,
  ease: 'Five short steps, about five minutes. Nothing changes before the last one, and everything can be changed afterwards.',
  start: 'Make it mine',
  explore: 'Keep exploring the demo',
  explored: 'Enjoy looking around. “Make it mine” stays on the dashboard, and in the settings under Set-up.',
  reminder: 'This is still the demo.',
  inSettings: 'Put your name, your look and your address on it. The demo artist goes, what you have added stays.',
} as const

export const actKindTexts: Record<ActKind, string> = {
  solo: 'Solo artist',
  band: 'Band',
  dj: 'DJ or producer',
  ensemble: 'Ensemble, choir or orchestra',
  other: 'Something else',
}

export const siteAreaTexts: Record<SiteArea, string> = {
  tour: 'Tour',
  records: 'Records',
  shop: 'Shop',
  gallery: 'Gallery',
  media: 'Media',
  press: 'Press',
  awards: 'Awards',
  mailingList: 'Mailing list',
}

export const siteAreaHelp: Record<SiteArea, string> = {
  tour: 'Dates with venues and ticket links',
  records: 'Albums, EPs and singles with their songs',
  shop: 'Records, downloads and shirts, paid by card',
  gallery: 'Pictures on stage and behind it',
  media: 'Films, live sessions and recordings',
  press: 'What has been written about you',
  awards: 'Prizes and nominations',
  mailingList: 'Visitors leave their address for news',
}

export const makeItMineTexts = {
  name: 'Name',
  nameHelp: 'Your name, or that of the band, as it stands on posters.',
  nameMissing: 'Please enter a name.',
  kind: 'What are you?',
  preset: 'Look',
  yourName: 'Your name',
  logo: 'Logo',
  logoHelp: 'Stands at the top of every page. Without one, your name stands there. You can add it later.',
  portrait: 'Portrait',
  portraitHelp: 'Large on your home page. You can add it later.',
  email: 'Contact address',
  emailHelp: 'Messages from your website arrive here.',
  country: 'Country',
  noCountry: 'Choose a country…',
  vat: 'I am registered for VAT',
  vatHelp:
    'Then prices include the usual VAT of each country of the European Union. You can change every rate under Shop rules.',
  delivery: 'What does a parcel cost?',
  deliveryHelp: 'For records and shirts. Leave a price empty where you do not send anything.',
  areas: 'Parts of the website',
  ownCountry: 'your country',
  deliveryHome: ({ country }: { country: string }) => `Within ${country}`,
  deliveryAbroad: 'To all other countries',
  noPrice: 'Please enter a price such as 4.90, or leave it empty.',
  choices: 'Your choices',
  change: 'Change',
  nothing: 'Nothing',
  removed: 'What will be removed',
  replaced: 'Name, look, texts and settings of the demo',
  stays: 'What stays',
  addedPages: 'Pages and pictures that you have added, and your account',
  keepEdited: 'Keep the demo content that I have edited, as my own',
  question: 'Make this website yours?',
  backup: 'A backup is made first. The demo cannot be put back afterwards without it.',
  noBackup: 'No backup is made. The demo cannot be put back afterwards.',
  withoutBackup: 'Go on without a backup',
  working: 'Your website is being made',
  workingHelp: 'A backup comes first. This can take a minute; please leave this window open.',
  kept: 'What you enter is kept in this window.',
  done: ({ name }: { name: string }) => `This is your website now, ${name}`,
  doneHelp: 'It is published under your name, with your look. These are good next steps.',
  already: 'This website is already your own',
  alreadyHelp:
    'It was set up before. Everything in it can be changed: look, pages and texts under Site, the rest under Settings.',
  steps: 'Steps',
  stepOf: ({ step, count }: { step: number; count: number }) => `Step ${step} of ${count}`,
  next: 'Continue',
  again: 'Try again',
  back: 'Back',
  dashboard: 'To the dashboard',
  view: 'View your website',
} as const
