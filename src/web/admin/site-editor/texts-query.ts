import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WrittenText } from '#domain/site-editor/document.ts'
import type { SiteChoiceKind } from '#domain/sites/fields.ts'
import { siteEditorKey } from '#web/admin/site-editor/draft-query.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** The addresses of the pictures that the starter names by their files. */
export const starterPicturesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...siteEditorKey, 'file-pictures'],
    queryFn: async () => {
      const pictures = await unwrapResponse(api.api.admin.site.texts.pictures.$get())
      return new Map(pictures.map(({ file, address }) => [file, address]))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a section can show of the site. */
export const siteChoicesQuery = (api: ApiClient, thing: SiteChoiceKind) =>
  queryOptions({
    queryKey: [...siteEditorKey, 'things', thing],
    queryFn: () => unwrapResponse(api.api.admin.site.pages.things[':thing'].$get({ param: { thing } })),
  })

/** A page of text as visitors would see it. */
export const writtenPreviewQuery = (api: ApiClient, text: WrittenText) =>
  queryOptions({
    queryKey: [...siteEditorKey, 'preview', text],
    queryFn: () => unwrapResponse(api.api.admin.site.texts.preview.$post({ json: text })),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
