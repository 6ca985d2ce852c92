import { type ComponentType, type ReactNode, useState } from 'react'
import { Columns, Example, ExampleSection, Row } from '#web/dev/example.tsx'
import {
  AccessDenied,
  AdminCrash,
  AdminErrorBoundary,
  AdminLoginBoundary,
  AuthError,
} from '#web/ui/errors/admin-errors.tsx'
import { CartBoundary, CartError } from '#web/ui/errors/cart-error-boundary.tsx'
import { SectionErrorBoundary } from '#web/ui/errors/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'
import { ResetPasswordBoundary } from '#web/ui/errors/reset-password-boundary.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type Boundary = ComponentType<{ pathname?: string; children: ReactNode }>

const boundaries: [name: string, Boundary][] = [
  ['password reset page', ResetPasswordBoundary],
  ['admin login page', AdminLoginBoundary],
  ['admin screen', AdminErrorBoundary],
  ['cart', CartBoundary],
  ['other part', SectionErrorBoundary],
]

export function ErrorExamples() {
  const [retries, setRetries] = useState(0)
  return (
    <>
      <ExampleSection id="errors" title="Errors" note="Each says what happened and where to go from here.">
        <Example name="Error panel" bare>
          <ErrorPanel />
        </Example>
        <Example name="Error panel with the error's own words" bare>
          <ErrorPanel error={new Error('The tour dates did not arrive.')} />
        </Example>
        <Example name="Authentication error" bare>
          <AuthError onRetry={() => setRetries(retries + 1)} />
          <output className="page-edge block pb-6 tabular-nums">Retried: {retries}</output>
        </Example>
        <Example name="Authentication error with its own message, without support" bare>
          <AuthError message="The sign-in service is asleep." support={false} />
        </Example>
        <Example name="Access denied" bare>
          <AccessDenied />
        </Example>
        <Example name="Admin crash" bare>
          <AdminCrash />
        </Example>
        <Example name="Cart error" bare>
          <CartError />
        </Example>
      </ExampleSection>
      <ExampleSection
        id="boundaries"
        title="Boundaries"
        note="What breaks while it is drawn is replaced by its error screen; only a reload or going elsewhere brings it back."
      >
        <Columns>
          {boundaries.map(([name, Around]) => (
            <Example key={name} name={`Boundary of the ${name}`} bare>
              <Breakable name={name} Around={Around} />
            </Example>
          ))}
        </Columns>
      </ExampleSection>
    </>
  )
}

function Breakable({ name, Around }: { name: string; Around: Boundary }) {
  const [broken, setBroken] = useState(false)
  const [visits, setVisits] = useState(1)
  return (
    <>
      <div className="border-line border-b p-4">
        <Row>
          <Button variant="danger" onClick={() => setBroken(true)}>
            Break the {name}
          </Button>
          <Button variant="quiet" onClick={() => setBroken(false)}>
            Repair
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setBroken(false)
              setVisits(visits + 1)
            }}
          >
            Go elsewhere
          </Button>
        </Row>
      </div>
      <Around pathname={`/visit/${visits}`}>{broken ? <Broken /> : <p className="p-4">The {name} is well.</p>}</Around>
    </>
  )
}

function Broken(): ReactNode {
  throw new Error('This part broke on purpose.')
}
