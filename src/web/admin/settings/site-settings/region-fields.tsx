import type { SettingValues } from '#domain/sites/settings.ts'
import { settingsTexts } from '#domain/texts/own-site-editor-words.ts'
import { problemsInGroup, SettingsGroupProblem } from '#web/admin/settings/site-settings/settings-parts.tsx'
import { SelectField } from '#web/ui/forms/inputs.tsx'

type Region = SettingValues['region']
type RegionFieldsProps = {
  region: Region
  isCurrencyLocked: boolean
  problem: string | null
  onChange: (region: Region) => void
}

/** Language tags whose words a browser knows; the texts of the website are the owner's own. */
const locales =
  'en-GB en-US en-AU en-CA en-IE en-NZ bg-BG ca-ES cs-CZ cy-GB da-DK de-AT de-CH de-DE el-GR es-ES es-MX et-EE eu-ES fi-FI fr-BE fr-CA fr-CH fr-FR ga-IE gl-ES hr-HR hu-HU is-IS it-CH it-IT ja-JP ko-KR lt-LT lv-LV mt-MT nb-NO nl-BE nl-NL nn-NO pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sr-RS sv-FI sv-SE tr-TR uk-UA zh-CN zh-TW'.split(
    ' ',
  )

const languageNames = new Intl.DisplayNames('en', { type: 'language' })
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const withOwn = (all: string[], own: string) => (all.includes(own) ? all : [own, ...all])

/** How dates and prices are written, which day it is, and in what people pay. */
export function RegionFields({ region, isCurrencyLocked, problem, onChange }: RegionFieldsProps) {
  const found = problemsInGroup('region', region, problem)
  const { locale, zone, currency } = region
  return (
    <fieldset data-field="region" tabIndex={-1} className="grid w-full gap-4">
      <legend className="mb-2 font-semibold">Language, time zone and currency</legend>
      <SettingsGroupProblem problem={Object.keys(found).length ? null : problem} />
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="Language"
          name="region-locale"
          help="How dates, numbers and countries are written."
          value={locale}
          error={found.locale ?? null}
          onChange={({ target }) => onChange({ ...region, locale: target.value })}
        >
          {withOwn(locales, locale).map((tag) => (
            <option key={tag} value={tag}>
              {languageNames.of(tag)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Time zone"
          help="When a day begins in your figures, and for times that you enter."
          value={zone}
          error={found.zone ?? null}
          onChange={({ target }) => onChange({ ...region, zone: target.value })}
        >
          {withOwn(Intl.supportedValuesOf('timeZone'), zone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Currency"
          help={
            isCurrencyLocked
              ? settingsTexts.currencyLocked
              : 'What buyers pay in. The numbers of your prices stay when you change it. After the first order it is fixed.'
          }
          disabled={isCurrencyLocked}
          value={currency}
          error={found.currency ?? null}
          onChange={({ target }) => onChange({ ...region, currency: target.value })}
        >
          {withOwn(Intl.supportedValuesOf('currency'), currency).map((code) => (
            <option key={code} value={code}>
              {code}, {currencyNames.of(code)}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  )
}
