import { Download, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { characterCount, contactLimits } from '#domain/contact/contact.ts'
import { emailTexts, passwordTexts, signInTexts } from '#domain/texts/accounts.ts'
import { Columns, Example, ExampleSection, Row } from '#web/dev/example.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

const variants = ['primary', 'quiet', 'danger'] as const

export function ControlExamples() {
  return (
    <>
      <Buttons />
      <Fields />
    </>
  )
}

function Buttons() {
  return (
    <ExampleSection
      id="buttons"
      title="Buttons"
      note="One primary on a screen. Every target is at least 44 pixels high."
    >
      <Columns>
        {variants.map((variant) => (
          <Example key={variant} name={`Button, ${variant}`}>
            <Row>
              <Button variant={variant}>Save</Button>
              <Button variant={variant} loading>
                Saving
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} size="icon" aria-label={`Close, ${variant}`}>
                <X aria-hidden className="size-5" />
              </Button>
            </Row>
          </Example>
        ))}
        <Example name="Button, large and with icons">
          <Row>
            <Button size="lg">Get tickets</Button>
            <Button variant="danger">
              <Trash2 aria-hidden className="size-5" /> Delete show
            </Button>
          </Row>
        </Example>
        <Example name="Button as a link">
          <Row>
            <ButtonLink href="#buttons">All shows</ButtonLink>
            <ButtonLink href="#buttons" variant="quiet">
              <Download aria-hidden className="size-5" /> Press kit
            </ButtonLink>
          </Row>
        </Example>
        <Pressed />
      </Columns>
    </ExampleSection>
  )
}

function Fields() {
  return (
    <ExampleSection
      id="fields"
      title="Fields"
      note="The label above, help below, what is wrong beside the field that it is about."
    >
      <Columns>
        <Example name="Text field">
          <div className="grid gap-6">
            <TextField label="Venue" help="As it is written on the door." defaultValue="Paradiso" />
            <TextField label="E-mail" type="email" required error={emailTexts.invalid} defaultValue="someone@" />
            <TextField label="Order number" disabled defaultValue="ORD-20260114-0001" />
          </div>
        </Example>
        <Example name="Text area with counter">
          <CountedArea />
        </Example>
        <Example name="Password field">
          <div className="grid gap-6">
            <PasswordField label="Password" autoComplete="current-password" defaultValue="correct horse" />
            <PasswordField
              label="New password"
              autoComplete="new-password"
              error={passwordTexts.number}
              help="At least eight characters."
            />
          </div>
        </Example>
        <Example name="Select and checkbox">
          <div className="grid gap-6">
            <SelectField label="Availability" defaultValue="scheduled" help="What fans see on the tour page.">
              <option value="scheduled">Scheduled</option>
              <option value="sold-out">Sold out</option>
              <option value="cancelled">Cancelled</option>
            </SelectField>
            <div>
              <Checkbox label={signInTexts.rememberMe} defaultChecked />
              <Checkbox label="I have read the terms" required error="Please tick this box to go on." />
              <Checkbox label="Not available here" disabled />
            </div>
          </div>
        </Example>
      </Columns>
    </ExampleSection>
  )
}

function Pressed() {
  const [loading, setLoading] = useState(false)
  const [presses, setPresses] = useState(0)
  return (
    <Example name="Button at work">
      <Row>
        <Button
          loading={loading}
          onClick={() => {
            setPresses(presses + 1)
            setLoading(true)
          }}
        >
          Start work
        </Button>
        <Button variant="quiet" onClick={() => setLoading(false)}>
          End work
        </Button>
        <output className="tabular-nums">Pressed: {presses}</output>
      </Row>
    </Example>
  )
}

const sentence = 'We play until the lights go out. '

function CountedArea() {
  const { max } = contactLimits.message
  const [text, setText] = useState(sentence)
  const fill = (share: number) => setText(sentence.repeat(40).slice(0, share * max))
  return (
    <div className="grid gap-4">
      <TextArea
        label="Message"
        value={text}
        onChange={({ target }) => setText(target.value)}
        counter={{ used: characterCount(text), limit: max }}
        rows={4}
      />
      <Row>
        {[0.5, 0.75, 0.9].map((share) => (
          <Button key={share} variant="quiet" onClick={() => fill(share)}>
            Fill to {share * 100} %
          </Button>
        ))}
      </Row>
    </div>
  )
}
