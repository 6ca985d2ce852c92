import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components'
import { render } from '@react-email/render'
import type { ReactNode } from 'react'
import type { Site } from '#domain/sites/site.ts'
import type { OrderMailContent, OrderMailTexts } from '#server/orders/mail-texts.ts'

type MailSite = Pick<Site, 'name' | 'locale' | 'theme'>

type OrderMailProps = OrderMailTexts & {
  site: MailSite
  order: OrderMailContent
  /** Postal address, one line each; empty when everything is downloaded. */
  address: string[]
}

/** An order mail as HTML in the site's colours, and as plain text. */
export async function renderOrderMail(letter: OrderMailProps): Promise<{ html: string; text: string }> {
  return { html: await render(<Letter {...letter} />), text: plain(letter) }
}

function Letter({ site, heading, paragraphs, order, address, action, footnote }: OrderMailProps) {
  const { primary, secondary } = site.theme.light.colours
  const small = { color: secondary[700], fontSize: 14, lineHeight: '20px' }
  return (
    <Html lang={site.locale}>
      <Head />
      <Preview>{paragraphs[0] ?? heading}</Preview>
      <Body style={{ margin: 0, padding: '24px 0', background: secondary[100], fontFamily: 'system-ui, sans-serif' }}>
        <Container style={{ maxWidth: 560, background: '#ffffff', borderTop: `6px solid ${primary[700]}` }}>
          <Section style={{ padding: '28px 32px' }}>
            <Text style={{ ...small, margin: 0 }}>{site.name}</Text>
            <Heading as="h1" style={{ margin: '4px 0 16px', color: secondary[900], fontSize: 26, lineHeight: '32px' }}>
              {heading}
            </Heading>
            {paragraphs.map((words) => (
              <Text key={words} style={{ color: secondary[900], fontSize: 16, lineHeight: '24px' }}>
                {words}
              </Text>
            ))}
            <Rows>
              {order.lines.map(({ title, quantity, total, parts }, at) => (
                <Line
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and a mail never changes
                  key={at}
                  name={quantity > 1 ? `${quantity} × ${title}` : title}
                  amount={total}
                  parts={parts}
                  colour={secondary[900]}
                />
              ))}
            </Rows>
            <Hr style={{ borderColor: secondary[200], margin: '12px 0' }} />
            <Rows>
              {order.sums.map(({ name, amount, isTotal }) => (
                <Line key={name} name={name} amount={amount} colour={secondary[isTotal ? 900 : 700]} isBold={isTotal} />
              ))}
            </Rows>
            {order.downloads.length > 0 && (
              <>
                <Heading as="h2" style={{ margin: '24px 0 4px', color: secondary[900], fontSize: 18 }}>
                  Downloads
                </Heading>
                {order.downloads.map(({ name, terms, href }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: bought alone and in a bundle, one is there twice
                  <Text key={at} style={{ ...small, margin: '4px 0' }}>
                    {href ? (
                      <Link href={href} style={{ color: primary[700], fontWeight: 700 }}>
                        {name}
                      </Link>
                    ) : (
                      <strong>{name}</strong>
                    )}
                    , {terms}
                  </Text>
                ))}
              </>
            )}
            {address.length > 0 && (
              <>
                <Heading as="h2" style={{ margin: '24px 0 4px', color: secondary[900], fontSize: 18 }}>
                  Where it goes
                </Heading>
                <Text style={{ ...small, margin: 0, whiteSpace: 'pre-line' }}>{address.join('\n')}</Text>
              </>
            )}
            <Button
              href={action.href}
              style={{ marginTop: 24, padding: '12px 20px', background: primary[700], color: '#ffffff', fontSize: 16 }}
            >
              {action.label}
            </Button>
            <Text style={{ ...small, marginTop: 24 }}>{footnote}</Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <table width="100%" cellPadding={0} cellSpacing={0} role="presentation">
    <tbody>{children}</tbody>
  </table>
)

type LineProps = { name: string; amount: string; colour: string; isBold?: boolean; parts?: string[] }

function Line({ name, amount, colour, isBold = false, parts = [] }: LineProps) {
  const cell = { padding: '4px 0', color: colour, fontSize: 15, fontWeight: isBold ? 700 : 400 }
  return (
    <tr>
      <td style={cell}>
        {name}
        {parts.map((part) => (
          <div key={part} style={{ paddingLeft: 12, fontSize: 14 }}>
            {part}
          </div>
        ))}
      </td>
      <td align="right" style={{ ...cell, paddingLeft: 16, whiteSpace: 'nowrap' }}>
        {amount}
      </td>
    </tr>
  )
}

const lineWords = ({ title, quantity, total, parts }: OrderMailContent['lines'][number]) => [
  `${quantity} x ${title}: ${total}`,
  ...parts.map((part) => `  - ${part}`),
]

const downloadLine = ({ name, terms, href }: OrderMailContent['downloads'][number]) =>
  `- ${name}, ${terms}${href ? `:\n  ${href}` : ''}`

function plain({ site, heading, paragraphs, order, address, action, footnote }: OrderMailProps): string {
  const parts = [
    heading,
    ...paragraphs,
    order.lines.flatMap(lineWords).join('\n'),
    order.sums.map(({ name, amount }) => `${name}: ${amount}`).join('\n'),
    order.downloads.length && ['Downloads:', ...order.downloads.map(downloadLine)].join('\n'),
    address.length && ['Where it goes:', ...address].join('\n'),
    `${action.label}: ${action.href}`,
    footnote,
    `-- \n${site.name}`,
  ]
  return parts.filter(Boolean).join('\n\n')
}
