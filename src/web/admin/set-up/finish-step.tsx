import { Link, useRouter } from '@tanstack/react-router'
import { type DemoContent, demoKinds } from '#domain/demo/demo.ts'
import { actKindLabels, siteAreaLabels } from '#domain/set-up/answers.ts'
import { themePresets } from '#domain/sites/presets.ts'
import { makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import { countryName } from '#domain/tour/country.ts'
import { type SetUpValues, type StepForm, stepNames } from '#web/admin/set-up/set-up-values.ts'
import { demoQuery } from '#web/admin/settings/settings-query.ts'
import { RemovedList, removedTexts, StayingList, stayingTexts } from '#web/admin/ui/demo-summary.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'

export function FinishStep({ form }: { form: StepForm }) {
  const { api } = useRouter().options.context
  return (
    <>
      <Choices values={form.values} />
      <QueryBoundary query={demoQuery(api)}>
        {(content) => <Consequences form={form} content={content} />}
      </QueryBoundary>
    </>
  )
}

/** What was entered, with the way back to each step. */
function Choices({ values }: { values: SetUpValues }) {
  return (
    <section aria-labelledby="choices" className="grid gap-3">
      <h3 id="choices" className="font-semibold text-lg">
        {texts.choices}
      </h3>
      <dl className="border-line border-y bg-raised">
        {choicesOf(values).map(([step, words]) => (
          <div
            key={step}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line px-4 py-1 not-first:border-t sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-soft max-sm:pt-1.5 max-sm:text-sm">{stepNames[step]}</dt>
            <dd className="wrap-anywhere py-1.5 max-sm:row-start-2 max-sm:pt-0">{words.filter(Boolean).join(' · ')}</dd>
            <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
              <Link
                to="/admin/set-up"
                search={{ step }}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {texts.change}
                <span className="sr-only">: {stepNames[step]}</span>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const choicesOf = ({ name, kind, preset, portrait, logo, email, country, region, areas }: SetUpValues) =>
  [
    ['you', [name.trim(), actKindLabels[kind]]],
    [
      'look',
      [themePresets.find((each) => each.name === preset)?.label, portrait && texts.portrait, logo && texts.logo],
    ],
    ['home', [country && countryName(country, 'en'), region.currency, email]],
    ['pages', [areas.map((area) => siteAreaLabels[area]).join(', ') || texts.nothing]],
  ] as const

/** What is removed, and what stays. */
function Consequences({ form: { values, set }, content }: { form: StepForm; content: DemoContent }) {
  const isEdited = demoKinds.some((kind) => content.edited[kind].count > 0)
  return (
    <>
      <section aria-labelledby="removed" className="grid gap-3">
        <h3 id="removed" className="font-semibold text-lg">
          {texts.removed}
        </h3>
        <RemovedList texts={[texts.replaced, ...removedTexts(content)]} />
      </section>
      <section aria-labelledby="stays" className="grid gap-3">
        <h3 id="stays" className="font-semibold text-lg">
          {texts.stays}
        </h3>
        <StayingList texts={[...stayingTexts(content, values.keepEdited), texts.addedPages]} />
        {isEdited && (
          <Checkbox
            name="keepEdited"
            label={texts.keepEdited}
            checked={values.keepEdited}
            onChange={({ target }) => set('keepEdited', target.checked)}
          />
        )}
      </section>
    </>
  )
}
