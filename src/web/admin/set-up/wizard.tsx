import { Link, useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { demoTexts } from '#domain/texts/own-admin-words.ts'
import { guideTexts, makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import {
  type SetUpField,
  type SetUpValues,
  type StepForm,
  setUpProblemsIn,
  setUpStorage,
  stepNames,
  suggestedValues,
} from '#web/admin/set-up/set-up-values.ts'
import { type StepId, stepIds } from '#web/admin/set-up/step-ids.ts'
import { steps, stepToCorrect } from '#web/admin/set-up/steps.ts'
import { useMakeOwn } from '#web/admin/set-up/use-make-own.ts'
import { bottomBarClass, bottomBarRef } from '#web/admin/ui/bottom-bar.ts'
import { isSameJson } from '#web/admin/ui/editor/editor-state.ts'
import { focusField } from '#web/admin/ui/editor/field-problems.ts'
import { LeaveGuard } from '#web/admin/ui/editor/leave-guard.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { type FieldProblems, useFormCore } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type WizardProps = {
  user: SignedInUser
  step: StepId
  isCurrencyLocked: boolean
  onMade: (name: string) => void
}

/** One form over several steps. What was entered is kept in this tab. */
export function Wizard({ user, step, isCurrencyLocked, onMade }: WizardProps) {
  const form = useSetUpForm({ user, step, isCurrencyLocked, onMade })
  const { core, fields, making } = form
  const { heading, intro, Fields } = steps[step]
  const { ref, ...formProps } = core.formProps(form.submit)
  const title = useFocusOnStep(step, ref, Object.keys(core.problems))
  return (
    <Screen title={guideTexts.start}>
      <form ref={ref} {...formProps} className="grid grid-cols-1 gap-8">
        <StepList step={step} />
        <div inert={making.isMaking} className="grid grid-cols-1 gap-8">
          <header>
            <h2 ref={title} tabIndex={-1} className="poster-type text-3xl leading-none outline-none">
              {heading}
            </h2>
            <p className="mt-2 max-w-2xl text-soft">{intro}</p>
          </header>
          <Fields form={fields} />
        </div>
        <StepBar step={step} form={form} />
        {/* Inside the admin area nothing is lost, so only closing the window is asked about. */}
        <LeaveGuard isUnsaved={form.isUnsaved} removesForm={() => false} />
      </form>
    </Screen>
  )
}

type SetUpForm = ReturnType<typeof useSetUpForm>

function useSetUpForm({ user, step, isCurrencyLocked, onMade }: WizardProps) {
  const site = useWebsite()
  const navigate = useNavigate()
  const storage = useMemo(() => setUpStorage(user.id), [user.id])
  const [suggested] = useState(() => {
    const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()
    return suggestedValues({ email: user.email, ownZone, site, isCurrencyLocked })
  })
  const [initial] = useState(() => storage.read(suggested))
  /** Problems are only shown for steps that the owner has tried to finish. */
  const [tried, setTried] = useState<ReadonlySet<StepId>>(new Set())
  const [upload, setUpload] = useState<string | null>(null)
  const core = useFormCore<SetUpValues>({
    initial,
    check: (values) => problemsOfSteps(setUpProblemsIn(values), tried),
    focusProblem: (form, names) => focusField(form, steps[step].fields.find((field) => names.includes(field)) ?? ''),
  })
  const { values } = core
  const isMade = useRef(false)
  useEffect(() => {
    if (!isMade.current) storage.save(values)
  }, [storage, values])
  const open = (to: StepId) => void navigate({ to: '/admin/set-up', search: { step: to } })

  const making = useMakeOwn({
    onMade: () => {
      isMade.current = true
      storage.clear()
      onMade(values.name.trim())
    },
    onRefused: (error) => {
      const wrong = core.fail(error, errorPanelTexts.unexpected)
      const at = stepToCorrect(wrong)
      if (at) open(at)
    },
  })

  async function make(withoutBackup: boolean): Promise<void> {
    core.begin()
    setTried(new Set(stepIds))
    const wrong = stepToCorrect(setUpProblemsIn(values))
    if (wrong) open(wrong)
    else await making.make(values, { withoutBackup })
  }

  async function submit(): Promise<void> {
    if (step === 'finish') return make(false)
    core.begin()
    setTried(new Set([...tried, step]))
    if (upload) return core.setSentence(upload)
    if (Object.keys(problemsOfSteps(setUpProblemsIn(values), new Set([step]))).length) return core.focusFirstProblem()
    open(stepIds[stepIds.indexOf(step) + 1]!)
  }

  const fields: StepForm = {
    values,
    problems: core.problems,
    set: core.set,
    field: core.field,
    change: (changes) => {
      for (const name of Object.keys(changes) as SetUpField[]) core.set(name, changes[name]!)
    },
    isCurrencyLocked,
    onUploading: setUpload,
  }
  const isUnsaved = () => !isMade.current && !isSameJson(values, suggested)
  return { core, fields, making, make, submit, open, isUnsaved }
}

const problemsOfSteps = (
  problems: FieldProblems<SetUpValues>,
  ids: ReadonlySet<StepId>,
): FieldProblems<SetUpValues> => {
  const fields = new Set<string>([...ids].flatMap((id) => steps[id].fields))
  return Object.fromEntries(Object.entries(problems).filter(([field]) => fields.has(field)))
}

/** A new step begins at its heading, or at the first field to correct. */
function useFocusOnStep(step: StepId, form: RefObject<HTMLFormElement | null>, wrong: string[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const field = steps[step].fields.find((each) => wrong.includes(each))
    if (field && form.current) focusField(form.current, field)
    else heading.current?.focus({ preventScroll: true })
  })
  return heading
}

/** All steps, with the one that is shown. A finished step can be opened again. */
function StepList({ step }: { step: StepId }) {
  const at = stepIds.indexOf(step)
  return (
    <nav aria-label={texts.steps}>
      <p className="mb-2 text-soft text-sm">{texts.stepOf({ step: at + 1, count: stepIds.length })}</p>
      <ol className="grid grid-cols-5 gap-1.5">
        {stepIds.map((id, index) => {
          const edge = index <= at ? 'border-ink' : 'border-line'
          const line = `flex min-h-11 items-center gap-2 border-t-4 ${edge}`
          const words = <span className="truncate max-sm:sr-only">{stepNames[id]}</span>
          return (
            <li key={id}>
              {index < at ? (
                <Link to="/admin/set-up" search={{ step: id }} className={`${line} text-soft hover:text-ink`}>
                  <Check aria-hidden className="size-4 shrink-0 max-sm:hidden" />
                  {words}
                </Link>
              ) : (
                <span
                  aria-current={index === at ? 'step' : undefined}
                  className={`${line} ${index === at ? 'font-semibold' : 'text-soft'}`}
                >
                  {words}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The buttons of the step, always in view, and above them why the last one failed. */
function StepBar({ step, form: { core, making, make, open } }: { step: StepId; form: SetUpForm }) {
  const before = stepIds[stepIds.indexOf(step) - 1]
  const { isMaking, backupFailed } = making
  return (
    <footer ref={bottomBarRef} className={`${bottomBarClass} grid gap-3`}>
      {isMaking ? (
        <MakingProgress />
      ) : (
        <>
          {core.sentence && <StatusBanner status="error">{core.sentence}</StatusBanner>}
          {backupFailed && <StatusBanner status="error">{demoTexts.backupFailed}</StatusBanner>}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit">
              {step !== 'finish' ? 'Continue' : backupFailed ? 'Try again' : guideTexts.start}
            </Button>
            {backupFailed && step === 'finish' && (
              <Button variant="danger" onClick={() => void make(true)}>
                {texts.withoutBackup}
              </Button>
            )}
            {before && (
              <Button variant="quiet" onClick={() => open(before)}>
                Back
              </Button>
            )}
            <p className="ml-auto text-soft text-sm max-sm:sr-only">{texts.kept}</p>
          </div>
        </>
      )}
    </footer>
  )
}

/** The button that was pressed is gone, so its place gets the focus. */
function MakingProgress() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className="relative min-h-11 pb-2 outline-none">
      <p className="font-semibold">{texts.working}</p>
      <p className="text-soft text-sm">{texts.workingHelp}</p>
      <span aria-hidden className="busy-line" />
    </div>
  )
}
