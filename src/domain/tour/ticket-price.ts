/** What a dollar sign or "kr" means depends on the country. */
const localCurrencies: Record<string, Record<string, string>> = {
  $: { US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD' },
  kr: { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' },
}
const currencyBySign: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  NZ$: 'NZD',
}
const currencyCodes = 'EUR|GBP|USD|CAD|AUD|NZD|CHF|SEK|NOK|DKK|ISK|PLN|CZK'
const currencyPattern = `(?:US|CA|NZ|[CA])?\\$|€|£|\\b(?:${currencyCodes}|kr)\\b`
const amount = '\\d{1,4}(?:[.,]\\d{2})?(?![\\d.,]*\\d)'
const pricePattern = new RegExp(
  `(?<before>${currencyPattern}) ?(?<price>${amount})|(?<![\\d.,])(?<priceFirst>${amount}) ?(?<after>${currencyPattern})`,
)

/** The first price in what the artist wrote about prices, if it is plain: `£18 in advance, £21 on the door` is 18 GBP. */
export function parseTicketPrice(
  notes: string | null,
  country: string,
): { price: number; priceCurrency: string } | null {
  const { before, after, price, priceFirst } = pricePattern.exec(notes ?? '')?.groups ?? {}
  const sign = before ?? after
  const digits = price ?? priceFirst
  if (!sign || !digits) return null
  const priceCurrency = localCurrencies[sign] ? localCurrencies[sign][country] : (currencyBySign[sign] ?? sign)
  return priceCurrency ? { price: Number(digits.replace(',', '.')), priceCurrency } : null
}
