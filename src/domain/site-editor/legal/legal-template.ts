import type { WrittenText } from '#domain/site-editor/document.ts'
import { type LegalChoice, type LegalPage, legalFacts } from '#domain/site-editor/legal/legal-facts.ts'
import { privacyTemplate } from '#domain/site-editor/legal/privacy-template.ts'
import { termsTemplate } from '#domain/site-editor/legal/terms-template.ts'
import { hasShop } from '#domain/sites/features.ts'
import type { Site } from '#domain/sites/site.ts'

/** A first text for the owner to check and to change, filled from the settings of the site. It is not legal advice. */
export function legalTemplate(page: LegalPage, site: Site, choice: LegalChoice): WrittenText {
  const facts = legalFacts(site, choice)
  return page === 'privacy'
    ? {
        title: 'Privacy',
        description: 'What this site stores about you, why, for how long, and how to see or delete it.',
        markdown: privacyTemplate(facts),
      }
    : {
        title: 'Terms',
        description: hasShop(site)
          ? 'The rules of the shop and the site: prices, delivery, returns and what the law gives you.'
          : 'The rules for using this site.',
        markdown: termsTemplate(facts),
      }
}
