import { z } from 'zod'
import { defineSection } from '#sections/define-section.ts'

export const spacer = defineSection(
  { size: z.enum(['small', 'medium', 'large']), line: z.boolean() },
  {
    kind: 'spacer',
    title: 'Space',
    description: 'Room between two sections, with a line if you like.',
    fields: [
      {
        path: 'size',
        kind: 'choice',
        label: 'Height',
        options: { small: 'Small', medium: 'Medium', large: 'Large' },
      },
      { path: 'line', kind: 'switch', label: 'Line in the middle' },
    ],
    defaults: { size: 'medium', line: true },
  },
)
