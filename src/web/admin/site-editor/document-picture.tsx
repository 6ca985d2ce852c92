import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ThemedImage } from '#domain/sites/site.ts'
import { starterPicturesQuery } from '#web/admin/site-editor/texts-query.ts'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'

type DocumentPictureProps = {
  name: string
  label: string
  help?: string | undefined
  /** The name of a file in the site's folder, or the address of an uploaded picture; empty without one. */
  value: string
  error: string | null
  ground?: 'light' | 'dark'
  isRequired: boolean
  ratio?: number | undefined
  /** It stands for the name of the site, so it needs no description. */
  showsName?: boolean
  onChange: (value: string) => void
  /** What to say while a picture is on its way; null when none is. */
  onUploading: (words: string | null) => void
}

/** A picture of the site document. What it shows is said in the picture library. */
export function DocumentPicture({ value, error, onChange, showsName = false, ...about }: DocumentPictureProps) {
  const { api } = useRouter().options.context
  const { data: files } = useQuery(starterPicturesQuery(api))
  return (
    <PictureField
      {...about}
      address={files?.get(value) ?? (value.startsWith('/') ? value : '')}
      problem={error}
      onAddress={onChange}
      usesLibraryWords={!showsName && value.startsWith('/')}
    />
  )
}

type ThemedPictureProps = Omit<
  DocumentPictureProps,
  'value' | 'error' | 'onChange' | 'ratio' | 'ground' | 'isRequired' | 'showsName'
> & {
  value: ThemedImage | null
  problems: Record<string, string>
  isOptional: boolean
  onChange: (value: ThemedImage | null) => void
}

const themes = [
  ['light', 'on light pages'],
  ['dark', 'on dark pages'],
] as const

/** Two pictures, one for each theme; both empty is none where that is allowed. */
export function ThemedPicture({ name, value, problems, isOptional, onChange, label, ...common }: ThemedPictureProps) {
  const both = value ?? { light: '', dark: '' }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {themes.map(([theme, words]) => (
        <DocumentPicture
          key={theme}
          {...common}
          name={`${name}.${theme}`}
          label={`${label} ${words}`}
          ground={theme}
          isRequired={!isOptional}
          showsName
          value={both[theme]}
          error={
            problems[`${name}.${theme}`] && !both[theme]
              ? 'Please choose a picture.'
              : (problems[`${name}.${theme}`] ?? null)
          }
          onChange={(picture) => {
            const changed = { ...both, [theme]: picture }
            onChange(isOptional && !changed.light && !changed.dark ? null : changed)
          }}
        />
      ))}
    </div>
  )
}
