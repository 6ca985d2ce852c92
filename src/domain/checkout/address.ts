import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import {
  needsPostcode,
  needsRegion,
  normalizePostcode,
  postcodeExample,
  postcodeLabel,
  regionLabel,
  regionsOf,
} from '#domain/checkout/address-formats.ts'
import { contactTexts, checkoutTexts as texts } from '#domain/texts/own-words.ts'

/** An address within a country. Fields that the country does not use are empty. */
export type PostalAddress = { line1: string; line2: string; city: string; region: string; postcode: string }
export type ShippingAddress = PostalAddress & { country: string }

export const emptyAddress: PostalAddress = { line1: '', line2: '', city: '', region: '', postcode: '' }

export const maxAddressLengths = { line1: 100, line2: 100, city: 60, region: 60, postcode: 16 } as const
export const maxNameLength = 100

/** The address in the form that is checked, stored and printed. */
export function normalizeAddress(country: string, typed: PostalAddress): PostalAddress {
  const region = typed.region.trim()
  const listed = regionsOf(country)
  const same = (text: string) => text.toLowerCase() === region.toLowerCase()
  return {
    line1: typed.line1.trim(),
    line2: typed.line2.trim(),
    city: typed.city.trim(),
    region: listed?.find(({ code, name }) => same(code) || same(name))?.code ?? region,
    postcode: normalizePostcode(country, typed.postcode) ?? typed.postcode.trim(),
  }
}

/** Error messages by field; empty for a valid address. */
export function addressProblems(country: string, typed: PostalAddress): Partial<PostalAddress> {
  const address = normalizeAddress(country, typed)
  const problems = {
    line1: address.line1 ? null : texts.line1,
    line2: null,
    city: address.city ? null : texts.city,
    region: regionProblem(country, address.region),
    postcode: postcodeProblem(country, address.postcode),
  }
  const names = Object.keys(problems) as (keyof PostalAddress)[]
  const found = names.map((name) => [name, formProblem(address[name], maxAddressLengths[name]) ?? problems[name]])
  return Object.fromEntries(found.filter(([, problem]) => problem))
}

export type BuyerContact = { email: string; name: string }

export const normalizeBuyerContact = ({ email, name }: BuyerContact): BuyerContact => ({
  email: cleanEmail(email),
  name: name.trim(),
})

export function buyerContactProblems(typed: BuyerContact): Partial<BuyerContact> {
  const { email, name } = normalizeBuyerContact(typed)
  const problems = {
    email: emailProblem(email),
    name: name ? formProblem(name, maxNameLength) : texts.name,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

function regionProblem(country: string, region: string): string | null {
  if (!needsRegion(country)) return null
  const isThere = regionsOf(country)?.some(({ code }) => code === region) ?? Boolean(region)
  return isThere ? null : texts.region({ word: inSentence(regionLabel(country)) })
}

function postcodeProblem(country: string, postcode: string): string | null {
  if (!needsPostcode(country)) return null
  if (normalizePostcode(country, postcode) !== null) return null
  const values = { example: postcodeExample(country)!, word: inSentence(postcodeLabel(country)) }
  return postcode ? texts.postcodeWrong(values) : texts.postcode(values)
}

/** `state` for the label `State`, but `ZIP code` as it is. */
const inSentence = (label: string): string => label.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())

/** Each field is printed as one line on parcels and in mails. */
function formProblem(text: string, most: number): string | null {
  if ([...text].length > most) return texts.tooLong({ most })
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) ? contactTexts.oneLine : null
}
