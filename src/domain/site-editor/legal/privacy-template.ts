import { messageRetentionYears } from '#domain/contact/contact.ts'
import {
  joinParagraphs,
  type LegalCountry,
  type LegalFacts,
  markdownList,
} from '#domain/site-editor/legal/legal-facts.ts'

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five']

/** What this program stores about visitors, buyers and correspondents, in the words of the country's law. */
export function privacyTemplate(facts: LegalFacts): string {
  const { name, address, takesCards } = facts
  return joinParagraphs([
    `This site is run by ${name}${address && `, ${address}`}. We decide what happens with the data described here and answer for it. If anything is unclear, use the [contact page](/contact).`,
    takesCards
      ? 'The short version: you can look around without telling us who you are. If you buy something or write to us, we keep what we need to send it or to answer you. Nothing is sold, nothing is passed to advertisers, and there are no trackers.'
      : 'The short version: you can look around without telling us who you are. If you write to us, we keep what we need to answer you. Nothing is sold, nothing is passed to advertisers, and there are no trackers.',
    ...visit(facts),
    ...browserStorage(facts),
    ...purchase(facts),
    ...correspondence(facts),
    '## Who else is involved',
    recipients(facts),
    transfers[facts.country],
    '## Your rights',
    rights[facts.country],
    'For a copy of everything, use the form on this page: enter your email address, confirm the link that we send, and you get a file. You need no account for that.',
    takesCards &&
      'If you have bought something and want to be forgotten, write to us. As soon as all your parcels have arrived, we take your name, your addresses and what you wrote to us out of our database. What was bought and what it cost stays in our accounts, without you.',
    !takesCards && 'If you want to be forgotten, write to us: what we hold about you is then erased.',
    complaints[facts.country],
    '## Changes',
    'If we change what we store, this page changes first.',
  ])
}

const visit = ({ sellsDigital }: LegalFacts) => [
  '## When you only look around',
  'The server sees your network address for as long as it takes to answer, and for a short while longer in order to notice floods and attacks. It is not written into any profile.',
  sellsDigital &&
    'When you play a preview, we count the play of that track. If you have chosen "Accept All", we also note how long you listened, the kind of device, the name of the website that sent you, if any, and whether you bought the track later that day. A random number that changes every day holds this together; neither your name nor your network address is with it. All of this is deleted after 90 days.',
]

function browserStorage({ takesCards, sellsDigital, hasMedia, hasAnnouncements }: LegalFacts) {
  const choices = [
    'light or dark theme',
    'your answer to the cookie notice',
    hasMedia && 'the platforms whose players you always allow',
    hasAnnouncements && 'the announcements that you have dismissed',
  ]
  const cleared = [
    takesCards && 'the basket, the payments that you have started',
    hasAnnouncements && 'the dismissed announcements',
    hasMedia && 'the platforms that you always allow',
    sellsDigital && 'the random number',
  ]
  return [
    '## What is stored in your browser',
    markdownList([
      `**Your choices**: ${joinParagraphs(choices, ', ')}.`,
      takesCards &&
        '**Your basket**, with the delivery address if you have given one, so that it is still there when you come back; and the payments that you have started, so that what is paid for leaves the basket.',
      sellsDigital && '**Parts of downloads**, for a week, so that a download can go on where it stopped.',
      sellsDigital && '**The random number of the day**, only if you have chosen "Accept All" and play a preview.',
      takesCards
        ? '**Until you close the tab**: the payment that you are making, with your name and email address until it is paid, and, if you ask below for what we hold about you, where your copy is.'
        : '**Until you close the tab**: if you ask below for what we hold about you, where your copy is.',
      '**A session cookie**, only if you sign in, and one by which your browser is known again for 90 days, so that wrong passwords of strangers do not lock you out.',
    ]),
    `These things are needed for what you ask of the site${sellsDigital ? '; only the random number and what it holds together need your consent, which you can withdraw at any time through the cookie notice' : ''}.${cleared.some(Boolean) ? ` If you choose "Essential Only", the following are cleared from your browser: ${joinParagraphs(cleared, ', ')}.` : ''}`,
    hasMedia &&
      'Videos and players that live on other platforms load only after you click on them and have allowed that platform, once or always, or have chosen "Accept All". From that moment the platform’s own rules apply, and it sees your network address.',
  ]
}

const purchase = ({ country, takesCards, hasShop, sellsDigital }: LegalFacts) =>
  takesCards
    ? [
        '## When you buy something',
        `We store your name, email address, delivery address and what you ordered, ${legalBases[country].contract}. These details are encrypted in our database. Card payments are handled by our payment provider; your card number never reaches us.`,
        `${retention[country]} Where your parcel is stands under [Find your order](/orders/find): the number of the order and your email address are enough, and the address does not leave your browser as you type it.`,
        sellsDigital &&
          'For downloads we keep with the order how often each file was fetched. Your browser reports how downloads went (paused, complete, failed and why); these reports are deleted after 90 days.',
      ]
    : hasShop
      ? ['## When you buy something', `You buy by writing to us: see below. ${retention[country]}`]
      : []

const correspondence = ({ country, mailingList }: LegalFacts) => [
  '## When you write to us',
  `Your name, address and message are stored encrypted and sent to our mailbox, ${legalBases[country].reply}. This site deletes correspondence ${numberWords[messageRetentionYears]} years after your last message, we do the same in our mailbox, and both happen sooner if you ask. The check that you are a person runs on this site itself unless the form says otherwise.`,
  mailingList &&
    `Our mailing list is joined by a mail that you send to ${mailingList} yourself. Your address is used for nothing else, and you can leave the list at any time by answering one of its mails. You have then withdrawn your consent, and we delete the address.`,
]

const recipients = ({ takesCards, hasShop }: LegalFacts) =>
  `${joinParagraphs(['Our hosting company', 'our email provider', takesCards && 'our payment provider', hasShop && 'the carrier who brings the parcel'], ', ')}. Each gets what it needs for its part and nothing else.`

const legalBases: Record<LegalCountry, { contract: string; reply: string }> = {
  GB: {
    contract: 'in order to carry out the contract with you (UK GDPR, Article 6(1)(b))',
    reply: 'because you asked us something and we have a legitimate interest in answering (UK GDPR, Article 6(1)(f))',
  },
  EU: {
    contract: 'in order to carry out the contract with you (GDPR, Article 6(1)(b))',
    reply: 'because you asked us something and we have a legitimate interest in answering (GDPR, Article 6(1)(f))',
  },
  CH: {
    contract: 'in order to carry out the contract with you (Federal Act on Data Protection, Article 31)',
    reply: 'because you asked us something and we want to reply',
  },
  US: { contract: 'in order to deliver it to you', reply: 'because you asked us something and we want to reply' },
}

const retention: Record<LegalCountry, string> = {
  GB: 'We keep orders for six years after the end of the financial year, because tax law asks for it (UK GDPR, Article 6(1)(c)).',
  EU: 'We keep orders for as long as the tax law of our country asks, which is up to ten years (GDPR, Article 6(1)(c)).',
  CH: 'We keep orders for ten years, because the Code of Obligations asks for it (Article 958f).',
  US: 'We keep orders for as long as tax law asks, which is up to seven years.',
}

const transfers: Record<LegalCountry, string> = {
  GB: 'Where one of them works outside the United Kingdom, we rely on adequacy regulations or on the International Data Transfer Agreement.',
  EU: 'Where one of them works outside the European Economic Area, we rely on an adequacy decision or on the standard contractual clauses of the European Commission.',
  CH: 'Where one of them works outside Switzerland, the country is on the list of the Federal Council with adequate protection, or we rely on standard contractual clauses.',
  US: 'They may work in the United States and in other countries. They may use your data only to do this work for us.',
}

const europeanRights =
  'you may see, correct, take with you or delete what we hold about you, restrict what we do with it, object to it, and withdraw a consent at any time with effect for the future. No decision about you is made by a machine alone.'

const rights: Record<LegalCountry, string> = {
  GB: `Under the UK GDPR ${europeanRights}`,
  EU: `Under the General Data Protection Regulation ${europeanRights}`,
  CH: 'Under the Federal Act on Data Protection you may ask what we hold about you, have it corrected, handed over or deleted, and object to what we do with it.',
  US: 'You may ask what we hold about you, have it corrected or deleted, and get a copy, wherever you live. Some states, California among them, give you these rights by law; nobody is treated worse for using them. We do not sell personal information and do not share it for advertising, so there is nothing to opt out of. This site is not meant for children under 13, and we do not knowingly keep data about them.',
}

const complaints: Record<LegalCountry, string> = {
  GB: 'If you think we are getting it wrong, please tell us first. You can also complain to the Information Commissioner’s Office (ico.org.uk).',
  EU: 'If you think we are getting it wrong, please tell us first. You can also complain to the data protection authority of the country in which you live or in which we are established.',
  CH: 'If you think we are getting it wrong, please tell us first. The supervisory authority is the Federal Data Protection and Information Commissioner (edoeb.admin.ch).',
  US: 'If you think we are getting it wrong, please tell us. You can also turn to the attorney general of your state.',
}
