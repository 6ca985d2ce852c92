import { refusalMessages } from '#domain/refusal-messages.ts'
import { refusalTexts } from '#domain/texts/own-words.ts'

type Messages = typeof refusalMessages

/** Why a request is declined, in a word. Its sentence is in `messages`, its HTTP status in the API. */
export type Reason = keyof Messages

type ReasonWithValues = { [R in Reason]: Messages[R] extends string ? never : R }[Reason]
/** A reason whose sentence has no gaps. */
export type PlainReason = Exclude<Reason, ReasonWithValues>

/** The form fields at fault, each with its sentence. */
export type Fields = Record<string, string>

/** Facts for a screen beside the sentence: how many tries are left, how long to wait. */
export type RefusalFacts = Record<string, number>

/** The values for the placeholders of a reason's sentence. */
type MessageValues<R extends Reason> = Messages[R] extends (values: infer V) => string ? V : never

/** A reason, and for a sentence with gaps also the values that fill them. */
export type RefusalArguments =
  | [reason: PlainReason, about?: { fields?: Fields; facts?: RefusalFacts }]
  | {
      [R in ReasonWithValues]: [reason: R, about: { values: MessageValues<R>; fields?: Fields; facts?: RefusalFacts }]
    }[ReasonWithValues]

/** A request we understood and decline. Anything else thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: Reason
  readonly fields: Fields
  readonly facts: RefusalFacts
  readonly values: Record<string, string | number>

  constructor(...[reason, about]: RefusalArguments) {
    const values = about && 'values' in about ? about.values : {}
    super(waitSentence(reason, about?.facts) ?? messageFor(reason, values))
    this.reason = reason
    this.fields = about?.fields ?? {}
    this.facts = about?.facts ?? {}
    this.values = { ...values }
  }
}

/** Says how long to wait, where that is known. */
function waitSentence(reason: Reason, { retryAfterSeconds = 0 }: RefusalFacts = {}): string | null {
  if (reason !== 'too-many' || retryAfterSeconds <= 0) return null
  return refusalTexts.tooManyFor({ wait: waitingTime(Math.ceil(retryAfterSeconds)) })
}

function waitingTime(seconds: number): string {
  if (seconds === 1) return '1 second'
  if (seconds <= 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes > 120 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`
}

function messageFor(reason: Reason, values: object): string {
  const message: string | ((values: never) => string) = refusalMessages[reason]
  // `RefusalArguments` has paired the reason with its own values; the compiler cannot follow the pair through the lookup.
  return typeof message === 'string' ? message : message(values as never)
}
