import { useState } from 'react'
import { flushSync } from 'react-dom'
import { pageTransitions } from '#domain/sites/site.ts'
import { Columns, Example, ExampleSection, Row } from '#web/dev/example.tsx'
import { useAnimation } from '#web/ui/animation.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { ThemeToggle, useTheme } from '#web/ui/theme.tsx'

export function MotionExamples() {
  const theme = useTheme()
  const animation = useAnimation()
  return (
    <ExampleSection
      id="motion"
      title="Motion"
      note="Short and with a purpose; nothing moves for those who ask for stillness."
    >
      <Columns>
        <Example name="Theme">
          <Row>
            <ThemeToggle className="border-2 border-field" />
            <output>{theme && `The ${theme} theme is on.`}</output>
          </Row>
        </Example>
        <Example name="Animation settings">
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            {Object.entries(animation).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="font-semibold">{String(value)}</dd>
              </div>
            ))}
          </dl>
        </Example>
        <Example name="Page transitions">
          <PageTransitions still={!animation.pageTransitions} />
        </Example>
      </Columns>
    </ExampleSection>
  )
}

/** Runs the page transitions of the router without navigation. */
function PageTransitions({ still }: { still: boolean }) {
  const [turns, setTurns] = useState(0)
  const turn = (types: string[]) => {
    const update = () => flushSync(() => setTurns((before) => before + 1))
    if (still || !document.startViewTransition) update()
    else document.startViewTransition({ update, types })
  }
  return (
    <Row>
      {pageTransitions.map((kind) => (
        <Button key={kind} variant="quiet" onClick={() => turn([`page-${kind}`, 'page-on'])}>
          {kind}
        </Button>
      ))}
      <Button variant="quiet" onClick={() => turn(['page-slide', 'page-back'])}>
        slide back
      </Button>
      <output className="poster-type text-5xl leading-none">{turns}</output>
    </Row>
  )
}
