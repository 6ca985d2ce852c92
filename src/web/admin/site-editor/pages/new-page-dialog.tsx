import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnPagePart } from '#domain/site-editor/document.ts'
import { createOwnPage, ownPageAddressProblem, proposePageAddress } from '#domain/site-editor/own-pages.ts'
import { problemSentence } from '#domain/sites/site-file-problems.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { problemsInParts } from '#web/admin/site-editor/part-values.ts'
import { randomShortId } from '#web/random-id.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

type NewPageDialogProps = { open: boolean; onClose: () => void }

export const NewPageDialog = ({ open, onClose }: NewPageDialogProps) => (
  <Modal
    open={open}
    onClose={onClose}
    title="Add a page"
    description="Visitors see it when you publish. Until then you can change everything."
  >
    <NewPageForm onClose={onClose} />
  </Modal>
)

function NewPageForm({ onClose }: Pick<NewPageDialogProps, 'onClose'>) {
  const { document, edit, save } = useBuilder()
  const navigate = useNavigate()
  const [isOwnAddress, setOwnAddress] = useState(false)
  const form = useForm({
    initial: { title: '', address: '' },
    otherwise: errorPanelTexts.unexpected,
    check: ({ title, address }) => {
      const titleProblem = problemsInParts({ 'own-new': createOwnPage(title, '/new') })['own-new.title']
      const problem = ownPageAddressProblem(document, address.trim(), null)
      return {
        ...(titleProblem && { title: titleProblem }),
        ...(problem && { address: problemSentence(problem) }),
      }
    },
    send: async ({ title, address }) => {
      const part: OwnPagePart = `own-${randomShortId()}`
      edit(() => ({ [part]: createOwnPage(title.trim(), address.trim()) }))
      void save()
      onClose()
      await navigate({ to: '/admin/site/pages/$page', params: { page: part } })
    },
  })
  return (
    <form {...form.form} className="grid gap-5">
      <TextField
        {...form.field('title')}
        label="Title"
        required
        maxLength={200}
        onChange={({ target }) => {
          form.set('title', target.value)
          if (!isOwnAddress) form.set('address', target.value.trim() ? proposePageAddress(document, target.value) : '')
        }}
      />
      <TextField
        {...form.field('address')}
        label="Address"
        required
        spellCheck={false}
        autoCapitalize="none"
        placeholder="/house-concerts"
        help="Where visitors find the page, below the address of your website."
        onChange={({ target }) => {
          setOwnAddress(target.value !== '')
          form.set('address', withLeadingSlash(target.value))
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy}>
          Add the page
        </Button>
      </div>
    </form>
  )
}

export const withLeadingSlash = (address: string): string =>
  address === '' || address.startsWith('/') ? address : `/${address}`
