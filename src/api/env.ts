import type { Actor } from '#domain/actor.ts'
import type { DiskSpace } from '#domain/files/disk-space.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { FontFileUrl } from '#domain/sites/fonts.ts'
import type { InfrastructurePart } from '#domain/sites/infrastructure.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import type { CacheTag } from '#server/cache/tags.ts'
import type { ShownCollections } from '#server/collections/collections.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ContactService } from '#server/contact/contact-service.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import type { GoingLiveSettings } from '#server/going-live/checks.ts'
import type { HostingDeps } from '#server/hosted-sites/deps.ts'
import type { FileAt } from '#server/images/pictures.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import type { WrittenPage, WrittenPages } from '#server/pages/written-pages.ts'
import type { LocalMails } from '#server/privacy/erase.ts'
import type { CurrentSite } from '#server/site-editor/current-site.ts'
import type { OnFileStored } from '#server/uploads/complete-upload.ts'

/** What is known about a request before any route looks at it. */
export type RequestContext = {
  site: Site
  /** Scheme, host and port that the browser used; the host is one of the site's own. */
  origin: string
  requestId: string
  /** The network address that limits are counted by. */
  address: string
}

export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, words: string) => void>

/** What a site has besides its configuration and its rows. */
export type SiteEnvironment = {
  /** Where the site really lives; links in mails and for search engines begin with it. */
  origin: string
  pages: WrittenPages
  /** A picture of the site's own folder; a name that is not there is a mistake of ours, not of the visitor. */
  picture: (file: string) => Picture
  /** The same; null when it is not there. */
  fileNamed: (file: string) => Picture | null
  /** The one of them that an address names; null when it is none of them. */
  fileAt: FileAt
  /** Where the build has the fonts. */
  fontFileAt: FontFileUrl
  /** Pages for the developers of the product are open. */
  devPages: boolean
  infrastructure: readonly InfrastructurePart[]
  production: boolean
  /** A trial installation, which every page says. */
  staging: boolean
  goingLive: GoingLiveSettings
  running: ProcessInfo
}

/** Which build of the program this process runs, how much room its data folder has, and its backups. */
export type ProcessInfo = {
  version: string
  /** Null where the program runs from its sources. */
  builtAt: Date | null
  /** In bytes; null where it cannot be told. */
  diskSpace: () => Promise<DiskSpace | null>
  /** The last backup in the backup folder, and whether the server makes backups by itself. */
  backups: (now: Date) => { lastAt: Date | null; areAutomatic: boolean }
}

/** What the routes of one site use besides its rows. */
export type SiteServices = Omit<SiteEnvironment, 'pages'> & {
  /** The pages of text as the site's folder has them. */
  starterPages: WrittenPages
  /** A page of text as its owner has written it, or as the site's folder has it; null where there is none. */
  writtenPage: (name: string) => WrittenPage | null
  contactService: ContactService
  payments: CommerceDeps
  localMails: LocalMails
  /** For uploads. */
  files: PictureUploadDeps
  /** Called in the transaction that completes a file for sale. */
  fileArrived: OnFileStored
  /** Makes a whole backup of the installation. */
  backUp: () => Promise<void>
  hosting: HostingDeps
}

export type ApiEnv = {
  Bindings: {
    requestContext: RequestContext
    /** The actor, when it is already known; otherwise the request is authenticated. */
    actor?: Promise<Actor>
    /** The request's body as it comes from the network; absent where there is none in between. */
    socketBody?: AsyncIterable<Uint8Array>
    /** Whether the client disconnected before its body was complete; false for calls in process. */
    isCutOff?: () => boolean
  }
  Variables: {
    services: SiteServices
    /** As the owner has made it; what was never changed is as in the site's file. */
    site: Site
    /** As the site's file has it. */
    starter: Site
    /** What is on each page besides its fixed part. */
    sections: CurrentSite['sections']
    /** The pages that the owner has made. */
    ownPages: CurrentSite['ownPages']
    /** `site` is the draft, which only this administrator sees. */
    isPreview: boolean
    /** In a preview: reads what the draft shows besides what visitors see. */
    asPreview: (<T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>) | null
    actor: Actor
    now: Date
    /** Runs in a transaction with the rights of the actor. */
    inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /** Runs with a visitor's rights, also for an administrator. */
    asVisitor: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /** Reads what no visitor may read; for routes that show people their own data. */
    asWorker: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /**
     * Runs an edit with the rights of the actor and invalidates the tag. After a conflict with another transaction the
     * work runs again, so it must have no effects outside the database.
     */
    edit: <T>(tag: CacheTag, work: (tx: SiteTx, context: EditContext) => Promise<T>) => Promise<T>
    /** An answer that is the same for all visitors: from the cache, or read with a visitor's rights. */
    cached: <T>(tag: CacheTag, name: string, work: (tx: SiteTx) => Promise<T>) => Promise<T>
    /** The releases, awards and press quotes that visitors see, and the pictures in them. */
    collections: () => Promise<ShownCollections>
    /** Drops cached answers and pages that were made from this. */
    invalidate: (tag: CacheTag) => void
    log: Log
    /** Runs on another website, or on all of them, for a person with platform access. */
    asPlatform: <T>(websiteId: string, work: (tx: SiteTx, context: EditContext) => Promise<T>) => Promise<T>
    /** For accounts only: their tables have rules of their own. */
    auth: AuthContext
  }
}
