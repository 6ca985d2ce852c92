/** The forms of this page, as far as somebody would lose something with them. */
export function unsavedWork() {
  const forms = new Set<() => boolean>()
  const readers = new Set<() => void>()
  return {
    any: () => [...forms].some((isUnsaved) => isUnsaved()),
    /** A form says that it is there; what comes back says that it is gone. */
    enter(isUnsaved: () => boolean) {
      forms.add(isUnsaved)
      return () => {
        forms.delete(isUnsaved)
        for (const read of readers) read()
      }
    },
    /** Something may have been saved, or begun. */
    changed: () => {
      for (const read of readers) read()
    },
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
  }
}

/** That of this page. On the server nobody writes. */
export const unsaved = unsavedWork()
