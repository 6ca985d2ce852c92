import { hasHomeMailingList } from '#domain/sites/features.ts'
import { defineSection } from '#sections/define-section.ts'

export const mailingList = defineSection(
  {},
  {
    kind: 'mailing-list',
    title: 'Mailing list',
    description: 'Invites visitors to the mailing list. Its words are in Settings.',
    fields: [],
    defaults: {},
    // Settings say whether the home page asks, as they do for the footer.
    requires: (site, page) => (page === 'home' ? hasHomeMailingList(site) : site.features.mailingList.enabled),
  },
)
