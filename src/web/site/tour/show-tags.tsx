import { Tag } from '#web/ui/tag.tsx'

export function ShowTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className="contents">
          <Tag>{tag}</Tag>
        </li>
      ))}
    </ul>
  )
}
