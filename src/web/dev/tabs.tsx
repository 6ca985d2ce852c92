import { useState } from 'react'
import { Example, ExampleSection } from '#web/dev/example.tsx'
import { TabBar } from '#web/ui/tab-bar.tsx'

export function TabExamples() {
  const [tab, setTab] = useState<'shows' | 'releases' | 'press'>('shows')
  return (
    <ExampleSection
      id="tabs"
      title="Tabs"
      note="A row that becomes a dropdown on small screens. Arrow keys, Home and End move along it."
    >
      <Example name="Tab bar">
        <TabBar
          label="Part of the site"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'shows',
              label: 'Shows',
              count: 24,
              panel: <p className="text-lede">Twenty-four nights in eleven countries.</p>,
            },
            {
              id: 'releases',
              label: 'Releases',
              count: 4,
              panel: <p className="text-lede">Four records and a handful of songs.</p>,
            },
            { id: 'press', label: 'Press', panel: <p className="text-lede">What others have written.</p> },
          ]}
        />
      </Example>
    </ExampleSection>
  )
}
