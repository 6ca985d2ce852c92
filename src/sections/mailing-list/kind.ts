import { defineSection } from '#sections/define-section.ts'

export const mailingList = defineSection(
  {},
  {
    kind: 'mailing-list',
    title: 'Mailing list',
    description: 'Invites visitors to the mailing list. Its words are in Settings.',
    fields: [],
    defaults: {},
    requires: ({ features }) => features.mailingList.enabled,
  },
)
