import type { Actor } from '#domain/actor.ts'
import type { DiskRoom } from '#domain/files/disk-room.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { Equipment } from '#domain/sites/equipment.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import type { ContactService } from '#server/contact/contact-service.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import type { FileAt } from '#server/images/pictures.ts'
import type { FileParts } from '#server/images/take-picture.ts'
import type { WrittenPages } from '#server/pages/written-pages.ts'
import type { PaymentService } from '#server/payments/payment-service.ts'
import type { KeptMails } from '#server/privacy/erase.ts'
import type { Arrived } from '#server/uploads/complete.ts'

/** What is known about a request before any route looks at it. */
export type Visit = {
  site: Site
  /** Scheme, host and port that the browser used; the host is one of the site's own. */
  origin: string
  requestId: string
  /** The network address that limits are counted by. */
  address: string
}

export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, words: string) => void>

/** What a site has besides its configuration and its rows. */
export type SiteContext = {
  /** Where the site really lives; links in mails and for search engines begin with it. */
  origin: string
  pages: WrittenPages
  /** A picture of the site's own folder; a name that is not there is a mistake of ours, not of the visitor. */
  picture: (file: string) => Picture
  /** The one of them that an address names; null when it is none of them. */
  fileAt: FileAt
  /** Pages for the developers of the product are open. */
  devPages: boolean
  equipment: readonly Equipment[]
  production: boolean
  /** A trial installation, which every page says. */
  staging: boolean
  running: Running
}

/** Which build of the program this process runs, and how much room its data folder has. */
export type Running = {
  version: string
  /** Null where the program runs from its sources. */
  builtAt: Date | null
  /** In bytes; null where it cannot be told. */
  room: () => Promise<DiskRoom | null>
}

export type ApiEnv = {
  Bindings: {
    visit: Visit
    /** Who asks, where that was looked up before; it is looked up otherwise. */
    actor?: Promise<Actor>
    /** The request's body as it comes from the network; absent where there is none in between. */
    socketBody?: AsyncIterable<Uint8Array>
    /** Whether the client has left before all of its body had come; false where there is no network in between. */
    isCutOff?: () => boolean
  }
  Variables: SiteContext & {
    site: Site
    actor: Actor
    now: Date
    inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /** What every visitor sees alike, from the cache or read in a visitor's name. */
    cached: <T>(name: string, work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /** The site with what its owner has set otherwise than its file; `site` is what the file says. */
    siteNow: () => Promise<Site>
    /**
     * For those who edit: what they do is done in their name, and what visitors see of it is read anew. When another
     * transaction stood in the way the work is run again, so it must do nothing outside.
     */
    edit: <T>(subject: string, work: (tx: SiteTx, context: EditContext) => Promise<T>) => Promise<T>
    /** Whoever asks, here they are a visitor like all others. */
    asVisitor: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /** What no visitor may see is looked up for them here, by routes that show them their own. */
    asWorker: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
    log: Log
    contactService: ContactService
    /** For being paid. */
    payments: PaymentService
    keptMails: KeptMails
    /** What visitors see of this is read anew. */
    forget: (subject: string) => void
    /** For what is uploaded. */
    files: FileParts
    /** What is to be done about a file for sale once it is whole. */
    fileArrived: Arrived
    /** For accounts and nothing else: there the rules of no role apply but its own. */
    auth: AuthContext
  }
}
