import { expect, test } from 'vitest'
import { answerLink } from '#domain/contact/answer.ts'

test('an answer goes to whoever wrote, about what they wrote', () => {
  expect(answerLink({ email: 'ann@example.com', subject: 'A question' })).toBe(
    'mailto:ann@example.com?subject=Re%3A%20A%20question',
  )
  expect(answerLink({ email: 'ann@example.com', subject: 'RE: A question' })).toBe(
    'mailto:ann@example.com?subject=RE%3A%20A%20question',
  )
})

test('nothing that was written becomes a line of its own in the mail', () => {
  const link = answerLink({ email: "o'neil+x&cc=y@example.com", subject: 'Hello?&bcc=bob@example.com#100%' })
  const { searchParams } = new URL(link)
  expect([...searchParams.keys()]).toEqual(['subject'])
  expect(searchParams.get('subject')).toBe('Re: Hello?&bcc=bob@example.com#100%')
})
