import type { ReactNode } from 'react'
import { FinishStep } from '#web/admin/set-up/finish-step.tsx'
import { HomeStep, LookStep, PagesStep, YouStep } from '#web/admin/set-up/question-steps.tsx'
import type { SetUpField, StepForm } from '#web/admin/set-up/set-up-values.ts'
import { type StepId, stepIds } from '#web/admin/set-up/step-ids.ts'

type Step = {
  heading: string
  intro: string
  fields: readonly SetUpField[]
  Fields: (props: { form: StepForm }) => ReactNode
}

/** A new step is an id, a name (`stepNames`) and an entry here. */
export const steps: Record<StepId, Step> = {
  you: {
    heading: 'Who is on stage?',
    intro: 'The name that visitors read first, and whether one person speaks to them or several.',
    fields: ['name', 'kind'],
    Fields: YouStep,
  },
  look: {
    heading: 'How should it look?',
    intro: 'Choose a look to begin with. Colours, fonts and pictures can be changed at any time.',
    fields: ['preset', 'logo', 'portrait'],
    Fields: LookStep,
  },
  home: {
    heading: 'Where are you at home?',
    intro: 'Your country decides how dates and prices are written. Please check what we suggest.',
    fields: ['email', 'country', 'region', 'chargesVat'],
    Fields: HomeStep,
  },
  pages: {
    heading: 'What do you need?',
    intro: 'What you tick gets a page. You can turn the others on later, under Features.',
    fields: ['areas', 'delivery.home', 'delivery.abroad'],
    Fields: PagesStep,
  },
  finish: {
    heading: 'Ready to make it yours',
    intro: 'Please read once what changes. Your website is published right away, ready for your first show or record.',
    fields: ['keepEdited'],
    Fields: FinishStep,
  },
}

/** The first step with a problem in one of its fields. */
export const stepToCorrect = (problems: object): StepId | undefined =>
  stepIds.find((id) => steps[id].fields.some((field) => field in problems))
