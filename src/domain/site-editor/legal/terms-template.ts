import { joinParagraphs, type LegalCountry, type LegalFacts } from '#domain/site-editor/legal/legal-facts.ts'

/** The rules of the site and, where there is one, of its shop. */
export function termsTemplate(facts: LegalFacts): string {
  const { name, address, hasShop, hasTour, country } = facts
  return joinParagraphs([
    `These terms apply when you use this site${hasShop ? ' or buy from its shop' : ''}. ${hasShop ? 'The seller' : 'The site'} is ${hasShop ? '' : 'run by '}${name}${address && `, ${address}`}; you reach us through the [contact page](/contact). They take nothing away from the rights that the law gives you as a consumer.`,
    ...(hasShop ? shop(facts) : []),
    ...(hasTour
      ? [
          '## Tickets',
          'Tickets are sold by the venue or its agent through the links on the [tour page](/tour), and their terms apply. If a show is postponed, your ticket remains valid for the new date unless its seller says otherwise. If it is cancelled, you are refunded where you bought it.',
        ]
      : []),
    '## What belongs to whom',
    `Texts, recordings and pictures on this site belong to ${name} or are used with permission. Linking is welcome. For anything more, please ask.`,
    '## The rest',
    `We run this site with care, but it may be unavailable now and then. ${liability[country]}`,
    law[country],
  ])
}

function shop(facts: LegalFacts) {
  const { takesCards, sellsDigital, country, downloads, currency } = facts
  return [
    '## Ordering and paying',
    takesCards
      ? 'What you see in the shop is an invitation to order. When you pay, you make an offer; the contract is made when we confirm your order by email. If something turns out to be sold out after all, we tell you and return your money in full.'
      : 'What you see in the shop is an invitation to write to us. The contract is made when we have agreed by email on what you buy, what it costs and how it reaches you.',
    `Prices are in ${currencyName(currency)} (${currency}).${takesCards ? ' The cost of delivery is shown before you pay.' : ''} ${taxes[country]}`,
    '## Delivery',
    'How long delivery takes is shown when you choose it, or in our confirmation. If a parcel has not arrived after that time, [write to us](/contact) and we will look for it, send another or pay you back.',
    ...(sellsDigital
      ? [
          '## Downloads',
          `After payment you receive links to your files. Each file can be downloaded ${times(downloads.allowed)} within ${days(downloads.days)}. The files are for you: put them on your own devices and make backups. Please do not pass them on or publish them.`,
          digital[country],
        ]
      : []),
    `## ${country === 'GB' || country === 'EU' ? 'Your right to cancel' : 'Returns'}`,
    cancellation[country],
    'If something arrives broken or wrong, send us a photograph and we put it right at our cost.',
    warranty[country],
  ]
}

const times = (count: number) => (count === 1 ? 'once' : `up to ${count} times`)
const days = (count: number) => (count === 1 ? 'one day' : `${count} days`)
const currencyName = (code: string) => new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code

const taxes: Record<LegalCountry, string> = {
  GB: 'If you live outside the United Kingdom, your customs office may ask for import tax or duty, which is not part of our price.',
  EU: 'If you live outside the European Union, your customs office may ask for import tax or duty, which is not part of our price.',
  CH: 'If you live outside Switzerland, your customs office may ask for import tax or duty, which is not part of our price.',
  US: 'Sales tax is added where the law asks for it. If you live outside the United States, your customs office may ask for import tax or duty, which is not part of our price.',
}

const waiver =
  'If you start a download before the cancellation period is over, you agree that we deliver at once and that your right to cancel that download ends with it.'

const digital: Record<LegalCountry, string> = {
  GB: `${waiver} If a file is damaged or not as described, you may have it repaired or replaced, or get your money back, under the Consumer Rights Act 2015.`,
  EU: `${waiver} If a file is damaged or not as described, you have the rights of Directive (EU) 2019/770: to have it put right, to pay less or to end the contract.`,
  CH: 'Downloads cannot be returned. If a file is damaged or not as described, we replace it or refund you.',
  US: 'Downloads cannot be returned. If a file is damaged or not as described, we replace it or refund you.',
}

const fourteenDays =
  'You may cancel an order of physical goods within 14 days of receiving them, without giving a reason: a message through the [contact page](/contact) that names the order is enough. Send the goods back within another 14 days, and we refund the price and the standard delivery charge within 14 days of your message, or when the goods are back. You pay the return postage, unless the fault is ours. Sealed recordings can be returned only while the seal is unbroken, and goods made to your wishes not at all.'

const cancellation: Record<LegalCountry, string> = {
  GB: `${fourteenDays} These are your rights under the Consumer Contracts Regulations 2013.`,
  EU: `${fourteenDays} These are your rights under Directive 2011/83/EU.`,
  CH: 'Swiss law gives no general right to return what was ordered online. We accept unused goods within 14 days of their arrival all the same: write to us through the [contact page](/contact), send them back, and we refund the price. You pay the return postage. Sealed recordings can be returned only while the seal is unbroken. Buyers in the European Union and the United Kingdom keep their right to cancel within 14 days.',
  US: 'You may return unused goods within 14 days of their arrival: write to us through the [contact page](/contact), send them back, and we refund the price. You pay the return postage. Sealed recordings can be returned only while the seal is unbroken.',
}

const warranty: Record<LegalCountry, string> = {
  GB: 'Goods must be of satisfactory quality, fit for their purpose and as described. If they are not, the Consumer Rights Act 2015 gives you the right to a repair, a replacement or a refund.',
  EU: 'You have the legal guarantee of at least two years for goods that do not conform to the contract.',
  CH: 'You have the legal warranty of two years for defects. Please tell us about a defect soon after you have found it.',
  US: 'Apart from this, goods are sold without further warranties, as far as the law of your state allows it.',
}

const liability: Record<LegalCountry, string> = {
  GB: 'We do not limit our liability where the law does not allow it: for death or personal injury caused by negligence, for fraud, and for your rights as a consumer.',
  EU: 'We do not limit our liability where the law does not allow it: for intent and gross negligence, for injury to life, body or health, and for your rights as a consumer.',
  CH: 'We are liable for intent and gross negligence; beyond that our liability is excluded as far as the law allows it.',
  US: 'As far as the law allows it, our liability is limited to what you paid for the order that it is about.',
}

const law: Record<LegalCountry, string> = {
  GB: 'The law of the part of the United Kingdom in which we are established applies; if you are a consumer living elsewhere, you also keep the protection of the law of your own country.',
  EU: 'The law of the country in which we are established applies; if you are a consumer living elsewhere, you also keep the protection of the law of your own country. We do not take part in dispute resolution before a consumer arbitration board unless the law obliges us to.',
  CH: 'Swiss law applies; if you are a consumer living elsewhere, you also keep the protection of the law of your own country, and you may go to the courts where you live.',
  US: 'The law of the state in which we are established applies, and any dispute is decided by the courts of that state, unless the law where you live gives you another right.',
}
