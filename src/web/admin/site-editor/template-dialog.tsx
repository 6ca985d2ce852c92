import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { WrittenText } from '#domain/site-editor/document.ts'
import {
  type LegalChoice,
  type LegalCountry,
  type LegalPage,
  legalCountries,
} from '#domain/site-editor/legal/legal-facts.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type TemplateDialogProps = {
  page: LegalPage
  /** The form has a text, which the template would replace. */
  hasText: boolean
  open: boolean
  onClose: () => void
  onInsert: (text: WrittenText) => void
}

const countryWords: Record<LegalCountry, string> = {
  GB: 'United Kingdom',
  EU: 'European Union',
  CH: 'Switzerland',
  US: 'United States',
}

/** Asks what the site does not know, and puts the template into the form. Nothing is stored before the form is saved. */
export function LegalTemplateDialog({ page, hasText, open, onClose, onInsert }: TemplateDialogProps) {
  const { api } = useRouter().options.context
  const { zone, name: siteName } = useWebsite()
  const [choice, setChoice] = useState<LegalChoice>({ country: countryOf(zone), name: '', address: '' })
  const make = useMutation({
    mutationFn: () =>
      unwrapResponse(api.api.admin.site.texts.templates[':page'].$post({ param: { page }, json: choice })),
    onSuccess: (text) => {
      onInsert(text)
      onClose()
    },
    networkMode: 'always',
  })
  const fields = make.error instanceof ApiError ? make.error.fields : {}
  const set = (change: Partial<LegalChoice>) => {
    make.reset()
    setChoice({ ...choice, ...change })
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={page === 'privacy' ? 'Template for privacy' : 'Template for terms'}
      description="A first text, made from the settings of your website. It is not legal advice: read it, change what is different for you, and ask a lawyer if you are not sure."
      size="lg"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            {hasText ? 'Replace my text' : 'Insert the template'}
          </Button>
        </>
      }
    >
      <SelectField
        label="Where are you established?"
        value={choice.country}
        onChange={({ target }) => set({ country: legalCountries[target.selectedIndex]! })}
      >
        {legalCountries.map((country) => (
          <option key={country} value={country}>
            {countryWords[country]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Legal name"
        help={`The person or company that runs the website. If empty, it is ${siteName}.`}
        autoComplete="organization"
        value={choice.name}
        error={fields.name ?? null}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        label="Postal address"
        help="Most countries ask shops for one. It is only used in this text."
        rows={3}
        autoComplete="street-address"
        value={choice.address}
        error={fields.address ?? null}
        onChange={({ target }) => set({ address: target.value })}
      />
      {hasText && (
        <StatusBanner status="notice">
          The text in the form is replaced. What visitors see changes only when you save and publish, and until you save
          you can undo it by leaving without saving.
        </StatusBanner>
      )}
      {make.error && Object.keys(fields).length === 0 && (
        <StatusBanner status="error">{errorSentence(make.error, errorPanelTexts.unexpected)}</StatusBanner>
      )}
    </Modal>
  )
}

/** A guess from the time zone of the site, for the owner to correct. */
function countryOf(zone: string): LegalCountry {
  if (/^Europe\/(London|Belfast|Jersey|Guernsey|Isle_of_Man)$/.test(zone)) return 'GB'
  if (zone === 'Europe/Zurich') return 'CH'
  return zone.startsWith('America/') || zone.startsWith('US/') || zone === 'Pacific/Honolulu' ? 'US' : 'EU'
}
