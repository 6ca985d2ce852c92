import { useState } from 'react'
import { Columns, Example, ExampleSection, Row } from '#web/dev/example.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

const sizes = ['sm', 'md', 'lg', 'xl'] as const

const confirms = {
  warning: { title: 'Leave without saving?', text: 'The changes to this show have not been saved.', label: undefined },
  danger: {
    title: 'Delete this show?',
    text: 'It leaves the tour page at once. This cannot be undone.',
    label: 'Delete',
  },
  info: { title: 'Send the newsletter?', text: 'It goes to everyone on the list.', label: 'Send' },
} as const
type Variant = keyof typeof confirms
const variants = Object.keys(confirms) as Variant[]

export function Dialogs() {
  return (
    <ExampleSection
      id="dialogs"
      title="Dialogs"
      note="Escape and the backdrop close a modal. Focus stays inside and goes back to the button."
    >
      <Columns>
        <Modals />
        <Confirms />
        <ConfirmWays />
      </Columns>
    </ExampleSection>
  )
}

function Modals() {
  const [open, setOpen] = useState<(typeof sizes)[number] | null>(null)
  const [shown, setShown] = useState<(typeof sizes)[number]>('md')
  const close = () => setOpen(null)
  return (
    <Example name="Modal">
      <Row>
        {sizes.map((size) => (
          <Button
            key={size}
            variant="quiet"
            onClick={() => {
              setShown(size)
              setOpen(size)
            }}
          >
            Modal {size}
          </Button>
        ))}
      </Row>
      <Modal
        open={open !== null}
        onClose={close}
        size={shown}
        title="Add a guest"
        description="They are on the list at the door, with one person to bring."
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              Not now
            </Button>
            <Button onClick={close}>Add</Button>
          </>
        }
      >
        <TextField label="Name" />
        <TextField label="E-mail" type="email" help="Only used for the reminder." />
      </Modal>
    </Example>
  )
}

/** Each variant; closes on confirm. */
function Confirms() {
  const [open, setOpen] = useState(false)
  const [variant, setVariant] = useState<Variant>('warning')
  const [confirmed, setConfirmed] = useState(0)
  const { title, text, label } = confirms[variant]
  return (
    <Example name="Confirm dialog">
      <Row>
        {variants.map((each) => (
          <Button
            key={each}
            variant="quiet"
            onClick={() => {
              setVariant(each)
              setOpen(true)
            }}
          >
            Confirm {each}
          </Button>
        ))}
        <output className="tabular-nums">Confirmed: {confirmed}</output>
      </Row>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => setConfirmed(confirmed + 1)}
        title={title}
        variant={variant}
        confirmLabel={label}
      >
        {text}
      </ConfirmDialog>
    </Example>
  )
}

/** Loading states and ways to close. */
function ConfirmWays() {
  const [open, setOpen] = useState<'loading' | 'stays' | 'handler' | 'promise' | null>(null)
  const [loading, setLoading] = useState(false)
  const [finish, setFinish] = useState<() => void>()
  const [confirmed, setConfirmed] = useState(0)
  const close = () => setOpen(null)
  const confirm = () => {
    setConfirmed(confirmed + 1)
    if (open === 'handler') setLoading(true)
    if (open === 'promise') return new Promise<void>((resolve) => setFinish(() => resolve))
  }
  const texts = { title: 'Refund this order?', text: 'The money goes back to the card that paid.' }
  return (
    <Example name="Confirm dialog, loading and closing">
      <Row>
        <Button variant="quiet" onClick={() => setOpen('loading')}>
          Already loading
        </Button>
        <Button variant="quiet" onClick={() => setOpen('stays')}>
          No auto-close
        </Button>
        <Button variant="quiet" onClick={() => setOpen('handler')}>
          Handler starts loading
        </Button>
        <Button variant="quiet" onClick={() => setOpen('promise')}>
          Handler promises
        </Button>
        <output className="tabular-nums">Confirmed: {confirmed}</output>
      </Row>
      <ConfirmDialog
        open={open !== null}
        onClose={close}
        onConfirm={confirm}
        title={texts.title}
        loading={open === 'loading' || (open === 'handler' && loading)}
        autoClose={open !== 'stays'}
      >
        {texts.text}{' '}
        <button
          type="button"
          className="min-h-11 cursor-pointer text-link underline"
          onClick={() => {
            setLoading(false)
            finish?.()
            if (open !== 'promise') close()
          }}
        >
          End this example
        </button>
      </ConfirmDialog>
    </Example>
  )
}
