import { adminLinkFlagKey } from '#domain/ui/shell.ts'

/**
 * Tells the public pages of this browser that an administrator is signed in: they show the way back to the admin area.
 * The pages themselves are the same for everybody and may come from a cache. The mark opens nothing.
 */
export const adminLinkFlag = {
  set: () => inStorage((storage) => storage.setItem(adminLinkFlagKey, '1')),
  clear: () => inStorage((storage) => storage.removeItem(adminLinkFlagKey)),
}

function inStorage(change: (storage: Storage) => void): void {
  try {
    change(localStorage)
  } catch {
    // Without storage the link is missing.
  }
}
