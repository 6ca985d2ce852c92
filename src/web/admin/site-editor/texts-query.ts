import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WrittenText } from '#domain/site-editor/document.ts'
import type { SiteThing } from '#domain/sites/fields.ts'
import { siteEditorKey } from '#web/admin/site-editor/draft-query.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** The addresses of the pictures that the starter names by their files. */
export const filePicturesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...siteEditorKey, 'file-pictures'],
    queryFn: async () => {
      const pictures = await answerOf(api.api.admin.site.texts.pictures.$get())
      return new Map(pictures.map(({ file, address }) => [file, address]))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a section can show of the site. */
export const siteThingsQuery = (api: ApiClient, thing: SiteThing) =>
  queryOptions({
    queryKey: [...siteEditorKey, 'things', thing],
    queryFn: () => answerOf(api.api.admin.site.pages.things[':thing'].$get({ param: { thing } })),
  })

/** A page of text as visitors would see it. */
export const writtenPreviewQuery = (api: ApiClient, text: WrittenText) =>
  queryOptions({
    queryKey: [...siteEditorKey, 'preview', text],
    queryFn: () => answerOf(api.api.admin.site.texts.preview.$post({ json: text })),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
