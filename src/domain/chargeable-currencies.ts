/** Currencies with zero or two decimals in which Stripe charges cards. */
const chargeableCurrencies = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE
   CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD JPY KES KGS KHR
   KMF KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
   PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH
   USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/),
)

/**
 * Left out on purpose: ISK, UGX and currencies with three decimals (KWD). Stripe accepts only multiples of ten or a
 * hundred of their minor unit, which an exact VAT would not meet.
 */
export const isChargeableCurrency = (currency: string): boolean => chargeableCurrencies.has(currency)

/** Stripe's documented minimum for a card payment. */
const minAmountByCurrency: Record<string, number> = {
  AED: 200,
  ARS: 50,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  COP: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  IDR: 50,
  ILS: 50,
  INR: 50,
  JPY: 50,
  KRW: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PHP: 50,
  PLN: 200,
  RON: 200,
  RUB: 50,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
  ZAR: 50,
}

/** The minimum of a payment. A free order needs none. */
export const minChargeAmount = (currency: string): number => minAmountByCurrency[currency] ?? 1

export const isBelowMinCharge = (total: number, currency: string): boolean =>
  total > 0 && total < minChargeAmount(currency)
