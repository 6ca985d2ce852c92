import { eq } from 'drizzle-orm'
import type { Picture } from '#domain/images/picture.ts'
import { uploadedPictures, withParts, writtenPageNames } from '#domain/site-editor/document.ts'
import { withOpenLinks } from '#domain/sites/navigation.ts'
import { applySettings } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { picturesAt } from '#server/images/pictures.ts'
import { type WrittenPage, writtenPage } from '#server/pages/written-pages.ts'
import { type ReadDocument, readDocument } from '#server/site-editor/documents.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { readSettings } from '#server/sites/settings.ts'

/** A site as its owner has made it. What was never changed is as in its starter, the site's file. */
export type CurrentSite = {
  site: Site
  /** The pages of text that the owner has written, by name. */
  pages: ReadonlyMap<string, WrittenPage>
  /** The uploaded pictures that the site names, by address. */
  pictures: ReadonlyMap<string, Picture>
  /** Why what is published cannot be read. The site is as its starter then, with the settings of its owner. */
  problem: string | null
}

type State = 'published' | 'draft'

/** `draft` shows the draft, or what is published while there is none that can be read. */
export async function readCurrentSite(tx: SiteTx, starter: Site, state: State = 'published'): Promise<CurrentSite> {
  const settings = await readSettings(tx)
  const draft = state === 'draft' ? await storedIn(tx, 'draft') : null
  const { document, problem } =
    draft && !draft.problem ? draft : ((await storedIn(tx, 'published')) ?? { document: {}, problem: null })
  const site = withParts(applySettings(starter, settings), document)
  const addresses = uploadedPictures(document)
  const pictureAt = await picturesAt(tx, addresses, () => null)
  const pictures = addresses.flatMap((address): [string, Picture][] => {
    const picture = pictureAt(address, '')
    return picture ? [[address, picture]] : []
  })
  const pages = writtenPageNames.flatMap((name): [string, WrittenPage][] => {
    const words = document[`text-${name}`]
    return words ? [[name, writtenPage(words)]] : []
  })
  return {
    site: { ...site, content: withOpenLinks(site) },
    pages: new Map(pages),
    pictures: new Map(pictures),
    problem,
  }
}

async function storedIn(tx: SiteTx, state: State): Promise<ReadDocument | null> {
  const [found] = await tx
    .select({ document: siteVersions.document, schemaVersion: siteVersions.schemaVersion, number: siteVersions.number })
    .from(siteVersions)
    .where(eq(siteVersions.state, state))
  return found ? readDocument(found) : null
}
