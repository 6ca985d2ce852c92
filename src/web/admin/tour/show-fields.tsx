import { useHydrated } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { allTimeZones, countriesWithTimeZones, timeZonesOf } from '#domain/time/country-zones.ts'
import { guessTimeZone } from '#domain/time/guessed-zone.ts'
import { availabilityLabels } from '#domain/tour/availability.ts'
import type { ShowValues } from '#web/admin/tour/show-values.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { TextListField } from '#web/ui/forms/list-field.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The shape in which the page of a show has its picture. */
export const showImageRatio = 16 / 9

type Props = { editor: EditorState<ShowValues> }

/** All that can be said of a show, in the order in which a booking mail says it. */
export function ShowFields({ editor }: Props) {
  const { field, set, values, problems, labels, uploading } = editor
  return (
    <div className="grid gap-10">
      <FieldGroup title="When">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField {...field('date')} type="date" required min="1900-01-01" max="2199-12-31" />
          <TextField {...field('time')} type="time" help="Leave empty if it is not known yet." />
          <TextField {...field('doorsTime')} type="time" />
        </div>
      </FieldGroup>
      <LocationFields editor={editor} />
      <FieldGroup title="Tickets">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField {...field('availability')}>
            {optionsFromLabels(availabilityLabels).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          <TextField {...field('bookingLink')} type="url" inputMode="url" placeholder="https://" spellCheck={false} />
          <TextField
            {...field('onSaleAt')}
            type="datetime-local"
            max="2199-12-31T23:59"
            help="In the time zone of the venue. Until then the page shows when sales start."
          />
          <TextField {...field('priceNotes')} help="For example: £18 in advance, £22 at the door." />
        </div>
      </FieldGroup>
      <FieldGroup title="Shown on the page of the show">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('eventType')} help="For example: festival, matinee, in-store." />
          <TextListField
            name="supportActs"
            label={labels.supportActs}
            one="support act"
            values={values.supportActs}
            error={problems.supportActs ?? null}
            onChange={(acts) => set('supportActs', acts)}
          />
          <TextListField
            name="tags"
            label={labels.tags}
            one="tag"
            help="Short words beside the date, such as: solo, seated, album launch."
            values={values.tags}
            error={problems.tags ?? null}
            onChange={(tags) => set('tags', tags)}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextArea {...field('venueNotes')} rows={3} help="Directions, age limits, seating." />
          <TextArea {...field('additionalInfo')} rows={3} />
        </div>
      </FieldGroup>
      <FieldGroup title="Picture" intro="Shown on the page of the show and when people share the link.">
        <PictureField
          name="imageUrl"
          address={values.imageUrl}
          problem={problems.imageUrl ?? null}
          onAddress={(address) => set('imageUrl', address)}
          description={{
            name: 'imageAlt',
            alt: values.imageAlt,
            problem: problems.imageAlt ?? null,
            onAlt: (alt) => set('imageAlt', alt),
          }}
          onUploading={(words) => uploading('imageUrl', words)}
          ratio={showImageRatio}
        />
      </FieldGroup>
    </div>
  )
}

/** The time zone follows the country until the administrator chooses another one. */
function LocationFields({ editor }: Props) {
  const { field, set, values } = editor
  const { locale } = useWebsite()
  const isChosen = useRef(values.country !== '' && values.zone !== guessTimeZone(values))
  const isAlive = useHydrated()
  const names = useMemo(() => countryNames(isAlive ? locale : null), [isAlive, locale])
  const near = timeZonesOf(values.country)

  function setLocationField(name: 'country' | 'city' | 'countyRegion', value: string): void {
    set(name, value)
    const zone = guessTimeZone({ ...values, [name]: value })
    if (zone && !isChosen.current) set('zone', zone)
  }

  return (
    <FieldGroup title="Where">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...field('country')}
          required
          autoComplete="off"
          onChange={({ target }) => setLocationField('country', target.value)}
        >
          <option value="">Choose…</option>
          {names.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('city')}
          required
          autoComplete="off"
          onChange={({ target }) => setLocationField('city', target.value)}
        />
        <TextField {...field('venue')} required autoComplete="off" />
        <TextField {...field('address')} autoComplete="off" />
        <TextField {...field('postCode')} autoComplete="off" />
        <TextField
          {...field('countyRegion')}
          autoComplete="off"
          onChange={({ target }) => setLocationField('countyRegion', target.value)}
        />
        <SelectField
          {...field('zone')}
          required
          help="Guessed from the place. Date and times are in this time zone."
          onChange={({ target }) => {
            isChosen.current = true
            set('zone', target.value)
          }}
        >
          {near.length > 0 && (
            <optgroup label="In this country">
              {near.map((zone) => (
                <ZoneOption key={zone} zone={zone} />
              ))}
            </optgroup>
          )}
          <optgroup label="All">
            {[...new Set([values.zone, ...allTimeZones])]
              .filter((zone) => !near.includes(zone))
              .map((zone) => (
                <ZoneOption key={zone} zone={zone} />
              ))}
          </optgroup>
        </SelectField>
      </div>
    </FieldGroup>
  )
}

const ZoneOption = ({ zone }: { zone: string }) => <option value={zone}>{zone.replaceAll('_', ' ')}</option>

/** Server and browser may know other names for a country; until the page is alive it has its code. */
function countryNames(locale: string | null): [code: string, name: string][] {
  if (!locale) return countriesWithTimeZones.map((code) => [code, code])
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return countriesWithTimeZones
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, a], [, b]) => a.localeCompare(b, locale))
}
