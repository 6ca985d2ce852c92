import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { dataExportTexts as texts } from '#domain/texts/own-words.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { PrivacySection } from '#web/site/privacy/privacy-section.tsx'
import { validateEmailField } from '#web/ui/feedback/check-email.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

/** The answer is the same for every address, so that it does not reveal customers. */
export function ExportForm() {
  const { api } = useRouter().options.context
  const [answer, setAnswer] = useState<string | null>(null)
  const { field, form, busy, sentence, reset } = useForm({
    initial: { email: '' },
    check: validateEmailField,
    otherwise: texts.failed,
    send: async ({ email }) => {
      setAnswer(null)
      const { message } = await unwrapResponse(api.api.privacy.exports.$post({ json: { email } }))
      reset()
      setAnswer(message)
    },
  })
  return (
    <PrivacySection id="your-data" heading={texts.heading}>
      <p>{texts.intro}</p>
      <form {...form} aria-label={texts.heading} className="grid gap-5 noscript:hidden">
        {answer && <StatusBanner status="success">{answer}</StatusBanner>}
        {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" required />
        <Button type="submit" loading={busy} className="justify-self-start">
          {texts.ask}
        </Button>
      </form>
      <noscript>
        <p>
          The form needs JavaScript.{' '}
          <Link to="/contact" className="text-link underline underline-offset-4">
            Write to us
          </Link>
          , and we send you the file.
        </p>
      </noscript>
    </PrivacySection>
  )
}
