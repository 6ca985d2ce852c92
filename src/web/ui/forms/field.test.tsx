import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { emailTexts } from '#domain/texts/accounts.ts'
import type { FieldProps } from '#web/ui/forms/field.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

const bare: FieldProps & { id: string } = { id: 'mail', label: 'E-mail' }
const talking = { ...bare, help: 'We never show it.', error: emailTexts.invalid }

const controls: Record<string, (texts: typeof bare) => ReactNode> = {
  'text field': (texts) => <TextField {...texts} />,
  'text area': (texts) => <TextArea {...texts} />,
  select: (texts) => <SelectField {...texts} />,
  checkbox: (texts) => <Checkbox {...texts} />,
  'password field': (texts) => <PasswordField {...texts} autoComplete="new-password" />,
}

describe.each(Object.entries(controls))('%s', (_, control) => {
  test('a field is described by its error and help', () => {
    const page = renderToStaticMarkup(control(talking))
    expect(page).toContain('aria-describedby="mail-error mail-help"')
    expect(page).toContain('aria-invalid="true"')
    expect(page).toMatch(new RegExp(`<p id="mail-error".*${emailTexts.invalid}</p>`))
    expect(page).toMatch(/<p id="mail-help".*We never show it\.<\/p>/)
  })

  test('a field has no aria-describedby without error and help', () => {
    expect(renderToStaticMarkup(control(bare))).not.toMatch(/aria-(describedby|invalid)=/)
  })
})

test('a field connects its label with its control', () => {
  expect(renderToStaticMarkup(<TextField id="venue" label="Venue" />)).toContain('<label for="venue"')
})

test('a password field hides its value by default', () => {
  const page = renderToStaticMarkup(<PasswordField label="Password" autoComplete="current-password" />)
  expect(page).toContain('type="password"')
  expect(page).toMatch(/aria-label="Show password" aria-pressed="false"/)
})

describe('the counter', () => {
  test.each([
    [74, 'plain'],
    [75, 'yellow'],
    [89, 'yellow'],
    [90, 'red'],
    [101, 'red'],
  ])('a counter of %i of 100 characters is %s', (used, tone) => {
    const page = renderToStaticMarkup(<TextArea id="m" label="Message" counter={{ used, limit: 100 }} />)
    expect(page).toContain(`<span id="m-counter" data-tone="${tone}"`)
    expect(page).toContain('aria-describedby="m-counter"')
    expect(page).toContain(`${used} / 100`)
  })
})
