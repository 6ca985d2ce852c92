import { z } from 'zod'
import { parseMinorUnits } from '#domain/money.ts'
import { actKinds, OwnAnswers, type SiteArea, siteAreas } from '#domain/set-up/answers.ts'
import { countryOfZone, suggestedRegion, vatPreset } from '#domain/set-up/region.ts'
import type { Features } from '#domain/sites/features.ts'
import { themePresets } from '#domain/sites/presets.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import { makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import type { StepId } from '#web/admin/set-up/step-ids.ts'
import { problemsOf } from '#web/admin/ui/editor/field-problems.ts'
import type { FieldProblems, FormCore } from '#web/ui/forms/use-form.ts'

/** The answers as the form holds them: no picture is an empty text, and amounts are as they were typed. */
const SetUpValues = z.object({
  name: z.string(),
  kind: z.enum(actKinds),
  preset: z.string(),
  logo: z.string(),
  portrait: z.string(),
  email: z.string(),
  country: z.string(),
  region: z.object({ locale: z.string(), zone: z.string(), currency: z.string() }),
  chargesVat: z.boolean(),
  areas: z.array(z.enum(siteAreas)),
  'delivery.home': z.string(),
  'delivery.abroad': z.string(),
  keepEdited: z.boolean(),
})
export type SetUpValues = z.output<typeof SetUpValues>
export type SetUpField = keyof SetUpValues & string

export const stepNames: Record<StepId, string> = {
  you: 'You',
  look: 'Look',
  home: 'Home',
  pages: 'Pages',
  finish: 'Finish',
}

/** What the fields of a step get from the form. */
export type StepForm = Pick<FormCore<SetUpValues>, 'values' | 'problems' | 'set' | 'field'> & {
  /** Several values at once. */
  change: (values: Partial<SetUpValues>) => void
  isCurrencyLocked: boolean
  /** What to say while a picture is being uploaded; null when none is. */
  onUploading: (words: string | null) => void
}

type SuggestionInput = {
  email: string
  /** The time zone of the browser, which says where its owner most likely is. */
  ownZone: string
  site: { features: Features } & SettingValues['region']
  isCurrencyLocked: boolean
}

/** Suggests as many values as possible from what is known. */
export function suggestedValues({ email, ownZone, site, isCurrencyLocked }: SuggestionInput): SetUpValues {
  const { locale, zone, currency, features } = site
  const isOn: Record<SiteArea, boolean> = {
    tour: features.tour,
    records: features.discography,
    shop: features.shop.enabled,
    gallery: features.gallery,
    media: features.media.enabled,
    mailingList: features.mailingList.enabled,
    // Few sites have them from the start.
    press: false,
    awards: false,
  }
  const values: SetUpValues = {
    name: '',
    kind: 'solo',
    preset: themePresets[0]!.name,
    logo: '',
    portrait: '',
    email,
    country: '',
    region: { locale, zone, currency },
    chargesVat: false,
    areas: siteAreas.filter((area) => isOn[area]),
    'delivery.home': '',
    'delivery.abroad': '',
    keepEdited: true,
  }
  return {
    ...values,
    ...valuesForCountry(values, { country: countryOfZone(ownZone) ?? '', ownZone, isCurrencyLocked }),
  }
}

type CountryChoice = { country: string; ownZone: string; isCurrencyLocked: boolean }

/** The values that a country suggests. The owner can change them. */
export function valuesForCountry(
  { region, chargesVat }: Pick<SetUpValues, 'region' | 'chargesVat'>,
  { country, ownZone, isCurrencyLocked }: CountryChoice,
): Pick<SetUpValues, 'country' | 'region' | 'chargesVat'> {
  const suggested = suggestedRegion(country, ownZone) ?? region
  const { currency } = isCurrencyLocked ? region : suggested
  return { country, region: { ...suggested, currency }, chargesVat: chargesVat && vatPreset(country) !== null }
}

export function setUpAnswersOf(values: SetUpValues): z.input<typeof OwnAnswers> {
  const { name, kind, preset, logo, portrait, email, country, region, chargesVat, areas } = values
  return {
    name,
    kind,
    preset,
    logo: logo || null,
    portrait: portrait || null,
    email,
    country,
    region,
    areas,
    chargesVat,
    delivery: { home: priceIn(values, 'home'), abroad: priceIn(values, 'abroad') },
  }
}

/** Null without delivery; text that is not an amount becomes NaN, which the schema refuses. */
function priceIn(values: SetUpValues, where: 'home' | 'abroad'): number | null {
  const typed = values[`delivery.${where}`].trim()
  if (!typed || !values.areas.includes('shop')) return null
  return parseMinorUnits(typed, values.region.currency) ?? Number.NaN
}

export function setUpProblemsIn(values: SetUpValues): FieldProblems<SetUpValues> {
  const problems = problemsOf<SetUpValues>(OwnAnswers.safeParse(setUpAnswersOf(values)), Object.keys(values))
  if (problems.name && !values.name.trim()) problems.name = texts.nameMissing
  for (const field of ['delivery.home', 'delivery.abroad'] as const)
    if (problems[field]) problems[field] = texts.noPrice
  return problems
}

/** The session storage for the entered values: they survive a reload, in this tab and for this user only. */
export function setUpStorage(userId: string) {
  const key = `set-up ${userId}`
  return {
    read: (otherwise: SetUpValues): SetUpValues => {
      try {
        return SetUpValues.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
      } catch {
        return otherwise
      }
    },
    save: (values: SetUpValues): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify(values))
      } catch {
        // Where nothing can be stored, the form still works.
      }
    },
    clear: (): void => {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Then nothing was stored either.
      }
    },
  }
}
