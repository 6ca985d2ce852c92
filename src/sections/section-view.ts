import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SectionAnswer } from '#api/site/sections.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { ApiClient } from '#web/api-client.ts'
import type { PublicSiteData } from '#web/site-query.ts'

/** A section, and what it has read. */
export type LoadedSection = { section: SectionAnswer; data: unknown }

/** What a section may read before the page is shown. */
export type SectionContext = {
  api: ApiClient
  site: PublicSiteData
  load: <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) => Promise<T>
}

/** How a kind of section looks, and the data that it needs besides its own fields. */
export type SectionView<S, D> = {
  load?: (context: SectionContext, section: S) => Promise<D>
  View: (props: { section: S; data: D /** It has the title of the page. */; isTitle: boolean }) => ReactNode
}

/** A section as the API sends it: these fields are pictures, where the document has their addresses. */
export type WithLoadedPictures<S, Pictures extends keyof S = never> = Omit<S, Pictures> & {
  [K in Pictures]: null extends S[K] ? Picture | null : Picture
}
