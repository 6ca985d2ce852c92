import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Picture } from '#web/ui/picture.tsx'

const picturesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['admin', 'gallery'], queryFn: () => answerOf(api.api.gallery.pictures.$get()) })

export function GalleryScreen() {
  const { api } = useRouter().options.context
  return (
    <Screen title={sidebarTexts.gallery} intro="The pictures that visitors see, in their order.">
      <Loaded query={picturesQuery(api)}>
        {(pictures) =>
          pictures.length ? (
            <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 lg:grid-cols-4">
              {pictures.map((picture, at) => (
                <li key={picture.base} className="grid content-start gap-2">
                  <Picture picture={picture} sizes="(min-width: 1024px) 16rem, 50vw" className="aspect-4/3" />
                  <p className="text-sm text-soft tabular-nums">{`${at + 1} · ${picture.width} × ${picture.height}`}</p>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState action={<ButtonLink href="/gallery">See the gallery</ButtonLink>}>No pictures yet.</EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}
