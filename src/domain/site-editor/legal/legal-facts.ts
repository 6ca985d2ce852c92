import { z } from 'zod'
import {
  hasAnnouncements,
  hasMedia,
  hasShop,
  hasTour,
  mailingListAddress,
  sellsDigital,
  takesCards,
} from '#domain/sites/features.ts'
import { escapeMarkdown } from '#domain/sites/markdown.ts'
import type { Site } from '#domain/sites/site.ts'
import { plainTextProblem } from '#domain/sites/text-problems.ts'

/** Where the owner is established; each has its clauses in the templates. */
export const legalCountries = ['GB', 'EU', 'CH', 'US'] as const
export type LegalCountry = (typeof legalCountries)[number]

export const legalPages = ['privacy', 'terms'] as const
export type LegalPage = (typeof legalPages)[number]

const plain = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .superRefine((typed, context) => {
      const problem = plainTextProblem(typed, { lines: true })
      if (problem) context.addIssue({ code: 'custom', message: `This ${problem}.` })
    })

/** What an owner adds to what the site knows. Nothing of it is stored but in the text. */
export const LegalChoice = z.strictObject({
  country: z.enum(legalCountries),
  /** Who is responsible; empty: the name of the site. */
  name: plain(200),
  /** The postal address; empty: none is named. */
  address: plain(300),
})
export type LegalChoice = z.output<typeof LegalChoice>

/** Names and addresses are escaped Markdown: the `*` of `*NSYNC` is no emphasis. */
export type LegalFacts = {
  country: LegalCountry
  name: string
  /** On one line; empty where none is named. */
  address: string
  currency: string
  hasShop: boolean
  takesCards: boolean
  sellsDigital: boolean
  hasMedia: boolean
  hasTour: boolean
  hasAnnouncements: boolean
  mailingList: string | null
  /** How often and how many days a download can be fetched. */
  downloads: { allowed: number; days: number }
}

export function legalFacts(site: Site, { country, name, address }: LegalChoice): LegalFacts {
  return {
    country,
    name: inSentence([name || site.name], ' '),
    address: inSentence(address.split('\n'), ', '),
    currency: site.currency,
    hasShop: hasShop(site),
    takesCards: takesCards(site),
    sellsDigital: sellsDigital(site),
    hasMedia: hasMedia(site),
    hasTour: hasTour(site),
    hasAnnouncements: hasAnnouncements(site),
    mailingList: escapeMarkdown(mailingListAddress(site) ?? '') || null,
    downloads: site.shop.downloads,
  }
}

/** In the middle of a line, so that nothing of it begins a list or a heading. */
const inSentence = (lines: string[], between: string): string =>
  escapeMarkdown(
    lines
      .map((line) => line.trim().replaceAll(/\s+/g, ' ').replace(/,$/, ''))
      .filter(Boolean)
      .join(between),
  )

/** A text of parts, of which some do not apply: paragraphs, or the sentences of one. */
export const joinParagraphs = (parts: readonly (string | false | null)[], between = '\n\n'): string =>
  parts.filter(Boolean).join(between)

export const markdownList = (items: readonly (string | false | null)[]): string =>
  joinParagraphs(
    items.map((item) => item && `- ${item}`),
    '\n',
  )
