import type { CSSProperties } from 'react'
import { actKindLabels, actKinds, siteAreaHelp, siteAreaLabels, siteAreas } from '#domain/set-up/answers.ts'
import { vatPreset } from '#domain/set-up/region.ts'
import { type ThemePreset, themePresets } from '#domain/sites/presets.ts'
import { themeVariables } from '#domain/sites/theme.ts'
import { makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import { countryName } from '#domain/tour/country.ts'
import { type StepForm, valuesForCountry } from '#web/admin/set-up/set-up-values.ts'
import { sortedCountries } from '#web/admin/settings/site-settings/countries-field.tsx'
import { RegionFields } from '#web/admin/settings/site-settings/region-fields.tsx'
import { fontStyle, useAllFonts } from '#web/admin/site-editor/look/style-fields.tsx'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type StepProps = { form: StepForm }

const cardClass =
  'relative cursor-pointer border-2 border-line bg-raised transition-colors hover:border-field has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-(--focus-ring) has-focus-visible:outline-offset-3'

export function YouStep({ form: { values, field, set } }: StepProps) {
  return (
    <>
      <div className="max-w-xl">
        <TextField {...field('name')} label={texts.name} help={texts.nameHelp} autoComplete="off" required />
      </div>
      <fieldset className="grid">
        <legend className="mb-2 font-semibold">{texts.kind}</legend>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {actKinds.map((kind) => (
            <label key={kind} className={`flex min-h-14 items-center gap-3 px-4 py-3 ${cardClass}`}>
              <input
                type="radio"
                name="kind"
                value={kind}
                checked={values.kind === kind}
                onChange={() => set('kind', kind)}
                className="size-5 shrink-0 accent-ink outline-none"
              />
              {actKindLabels[kind]}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}

export function LookStep({ form: { values, problems, set, onUploading } }: StepProps) {
  useAllFonts()
  return (
    <>
      <fieldset className="grid">
        <legend className="sr-only">{texts.preset}</legend>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {themePresets.map((preset) => (
            <label key={preset.name} className={`grid content-start ${cardClass}`}>
              <Swatch preset={preset} name={values.name.trim() || texts.yourName} />
              <span className="flex items-start gap-3 border-line border-t px-4 py-3">
                <input
                  type="radio"
                  name="preset"
                  value={preset.name}
                  checked={values.preset === preset.name}
                  onChange={() => set('preset', preset.name)}
                  className="mt-0.5 size-5 shrink-0 accent-ink outline-none"
                />
                <span className="min-w-0">
                  <span className="font-semibold">{preset.label}</span>
                  <span className="block text-soft text-sm">{preset.mood}</span>
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-8 border-line border-t pt-6 sm:grid-cols-2">
        <PictureField
          name="portrait"
          label={texts.portrait}
          help={texts.portraitHelp}
          address={values.portrait}
          problem={problems.portrait ?? null}
          onAddress={(address) => set('portrait', address)}
          onUploading={onUploading}
        />
        <PictureField
          name="logo"
          label={texts.logo}
          help={texts.logoHelp}
          address={values.logo}
          problem={problems.logo ?? null}
          onAddress={(address) => set('logo', address)}
          onUploading={onUploading}
        />
      </div>
    </>
  )
}

/** The top of a home page in this look, under the name that was entered. */
function Swatch({ preset: { theme, style }, name }: { preset: ThemePreset; name: string }) {
  const look = {
    ...themeVariables(theme, 'light'),
    ...fontStyle(style.fonts),
    '--radius': `${style.radius}px`,
    colorScheme: 'light',
  } as CSSProperties
  return (
    <span aria-hidden inert style={look} className="grid select-none overflow-hidden bg-ground font-text text-ink">
      <span className="relative flex h-32 items-end overflow-hidden bg-night p-4 text-on-night">
        <span
          className="absolute inset-0 opacity-80"
          style={{ backgroundImage: 'linear-gradient(110deg, transparent 40%, var(--primary-700))' }}
        />
        <span className="poster-type wrap-anywhere relative line-clamp-2 text-4xl leading-[0.95]">{name}</span>
      </span>
      <span className="flex items-center justify-between gap-3 p-4">
        <span className="flex min-w-0 items-center gap-3">
          <span className="poster-type text-2xl text-highlight-ink leading-none">04</span>
          <span className="poster-type truncate text-xl leading-none">Bergen</span>
        </span>
        <span className={`${buttonClass()} shrink-0`}>Tickets</span>
      </span>
    </span>
  )
}

export function HomeStep({ form }: StepProps) {
  const { values, problems, field, set, change, isCurrencyLocked } = form
  const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <>
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <SelectField
          {...field('country')}
          label={texts.country}
          required
          onChange={({ target }) =>
            change(valuesForCountry(values, { country: target.value, ownZone, isCurrencyLocked }))
          }
        >
          <option value="">{texts.noCountry}</option>
          {sortedCountries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('email')}
          type="email"
          label={texts.email}
          help={texts.emailHelp}
          autoComplete="off"
          spellCheck={false}
          required
        />
      </div>
      <RegionFields
        region={values.region}
        isCurrencyLocked={isCurrencyLocked}
        problem={problems.region ?? null}
        onChange={(region) => set('region', region)}
      />
      {vatPreset(values.country) && (
        <Checkbox
          name="chargesVat"
          label={texts.vat}
          help={texts.vatHelp}
          checked={values.chargesVat}
          onChange={({ target }) => set('chargesVat', target.checked)}
        />
      )}
    </>
  )
}

export function PagesStep({ form: { values, field, set } }: StepProps) {
  const takesCards = useWebsite().features.shop.type === 'stripe'
  const { areas, country, region } = values
  const home = country ? countryName(country, 'en') : texts.ownCountry
  return (
    <>
      <fieldset className="grid">
        <legend className="sr-only">{texts.areas}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {siteAreas.map((area) => (
            <label key={area} className={`flex items-start gap-3 px-4 py-3 ${cardClass}`}>
              <input
                type="checkbox"
                name="areas"
                value={area}
                checked={areas.includes(area)}
                onChange={({ target }) =>
                  set(
                    'areas',
                    siteAreas.filter((each) => (each === area ? target.checked : areas.includes(each))),
                  )
                }
                className="mt-0.5 size-5 shrink-0 accent-ink outline-none"
              />
              <span className="min-w-0">
                <span className="font-semibold">{siteAreaLabels[area]}</span>
                <span className="block text-soft text-sm">{siteAreaHelp[area]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {takesCards && areas.includes('shop') && (
        <fieldset className="grid gap-2 border-line border-t pt-6">
          <legend className="float-left font-semibold text-lg">{texts.delivery}</legend>
          <p className="clear-both text-soft">{texts.deliveryHelp}</p>
          <div className="mt-2 grid max-w-xl items-start gap-4 sm:grid-cols-2">
            <TextField
              {...field('delivery.home')}
              label={`${texts.deliveryHome({ country: home })} (${region.currency})`}
              inputMode="decimal"
              autoComplete="off"
            />
            <TextField
              {...field('delivery.abroad')}
              label={`${texts.deliveryAbroad} (${region.currency})`}
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
        </fieldset>
      )}
    </>
  )
}
