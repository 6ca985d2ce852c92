/** The open forms of this page that may have unsaved changes. */
export function createUnsavedForms() {
  const forms = new Set<() => boolean>()
  const readers = new Set<() => void>()
  return {
    any: () => [...forms].some((isUnsaved) => isUnsaved()),
    /** Registers a form; the returned function removes it. */
    enter(isUnsaved: () => boolean) {
      forms.add(isUnsaved)
      return () => {
        forms.delete(isUnsaved)
        for (const read of readers) read()
      }
    },
    /** To be called when a form becomes dirty or clean. */
    changed: () => {
      for (const read of readers) read()
    },
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
  }
}

/** One for the page; the server renders forms, but has none with unsaved changes. */
export const unsavedForms = createUnsavedForms()
