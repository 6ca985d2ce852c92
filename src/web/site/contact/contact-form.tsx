import { useEffect, useRef, useState } from 'react'
import {
  characterCount,
  contactLimits,
  contactProblems,
  type ContactFormValues as Form,
} from '#domain/contact/contact.ts'
import { contactFormTexts as texts } from '#domain/texts/contact.ts'
import type { ContactPageData } from '#web/site/contact/contact-query.ts'
import { HumanCheckField, useHumanCheck } from '#web/site/contact/human-check.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const empty: Form = { name: '', email: '', subject: '', message: '' }
type Result = { status: 'success' | 'error'; words: string[] }

/**
 * Validates on every change, shows problems only in touched fields, and sends only when every field is valid. A message
 * that is submitted during the human check, or before hydration, is sent when the check has passed.
 */
function useContactForm(offer: ContactPageData) {
  const { siteId } = useWebsite()
  const [form, setForm] = useState(empty)
  const [touched, setTouched] = useState<Partial<Record<keyof Form, true>>>({})
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})
  const [isSending, setIsSending] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const [result, setResult] = useState<Result | null>(null)
  const check = useHumanCheck(offer.humanCheck, { written: Object.values(form).some(Boolean) })
  const problems = contactProblems(form)
  const isValid = Object.keys(problems).length === 0

  const field = (name: keyof Form) => ({
    name,
    value: form[name],
    required: true,
    error: refused[name] ?? (touched[name] ? (problems[name] ?? null) : null),
    onFocus: check.begin,
    onChange: ({ target }: { target: { value: string } }) => {
      if (check.state.is !== 'failed') check.begin()
      setIsWaiting(false)
      setForm((before) => ({ ...before, [name]: target.value }))
      setTouched((before) => ({ ...before, [name]: true }))
      setRefused(({ [name]: _, ...others }) => others)
    },
  })
  const counter = (name: 'name' | 'subject' | 'message') => ({
    used: characterCount(form[name]),
    limit: contactLimits[name].max,
  })

  async function submit(): Promise<void> {
    if (isSending) return
    if (!isValid) return showProblems()
    setResult(null)
    setIsWaiting(check.state.is !== 'verified')
    if (check.state.is !== 'verified') return check.begin()
    setIsSending(true)
    const { token } = check.state
    const { publicKey, email } = offer
    showOutcome(await sendMessage({ form, token, publicKey, websiteId: siteId, contactEmail: email ?? '' }))
    setIsSending(false)
  }

  useEffect(() => {
    if (isWaiting && check.state.is === 'verified') void submit()
    if (isWaiting && check.state.is === 'failed') setIsWaiting(false)
  })

  function showProblems(): void {
    setTouched({ name: true, email: true, subject: true, message: true })
    const [first] = Object.keys(problems)
    const field = element.current?.elements.namedItem(first!)
    if (field instanceof HTMLElement) field.focus()
  }

  function showOutcome(outcome: Outcome): void {
    check.reset()
    if (outcome.sent) {
      setForm(empty)
      setTouched({})
      setResult({ status: 'success', words: [texts.sent] })
    } else {
      setRefused(outcome.fields)
      setResult({ status: 'error', words: [texts.problem, outcome.message] })
      check.begin()
    }
  }

  return { element, check, field, counter, submit, result, isSending, isWaiting, isValid }
}

export function ContactForm({ offer }: { offer: ContactPageData }) {
  const { element, check, field, counter, submit, result, isSending, isWaiting, isValid } = useContactForm(offer)
  return (
    <form
      ref={element}
      noValidate
      // A form that is sent before hydration must not put its values into the address.
      method="post"
      aria-label="Contact"
      className="grid max-w-2xl gap-6 noscript:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {result && (
        <StatusBanner status={result.status}>
          {result.words.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </StatusBanner>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" autoComplete="name" counter={counter('name')} />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      </div>
      <TextField {...field('subject')} label="Subject" counter={counter('subject')} />
      <TextArea {...field('message')} label="Message" rows={8} counter={counter('message')} />
      {isWaiting && <StatusBanner status="notice">{texts.verificationPending}</StatusBanner>}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <HumanCheckField check={check} />
        <Button
          type="submit"
          size="lg"
          loading={isSending}
          // Not `disabled`: a press before hydration or during the check would be lost.
          aria-disabled={!isValid || check.state.is !== 'verified'}
          className={isSending ? '' : 'aria-disabled:opacity-55'}
        >
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}

type SendOptions = { form: Form; token: string; publicKey: string; websiteId: string; contactEmail: string }
type Outcome = { sent: true } | { sent: false; message: string; fields: Partial<Record<string, string>> }

/** The public contact function of the specification; only its HTTP status decides. */
async function sendMessage({ form, token, publicKey, websiteId, contactEmail }: SendOptions): Promise<Outcome> {
  try {
    const response = await fetch('/functions/v1/contact-form', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${publicKey}` },
      body: JSON.stringify({ ...form, turnstileToken: token, contactEmail, websiteId }),
    })
    if (response.ok) return { sent: true }
    const { error, fields } = (await response.json().catch(() => ({}))) as { error?: string; fields?: object }
    return { sent: false, message: error || texts.refused, fields: { ...fields } }
  } catch {
    return { sent: false, message: texts.failed, fields: {} }
  }
}
