import type { SiteEnvironment } from '#api/env.ts'
import { buildInfo } from '#app/build.ts'
import { backupFolder, type Config, hasAutomaticBackups } from '#app/config.ts'
import { infrastructureOf } from '#app/infrastructure.ts'
import type { Site } from '#domain/sites/site.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { diskSpaceOf } from '#server/data-folder.ts'
import { publicAddressesOf } from '#server/going-live/checks.ts'
import type { Images } from '#server/images/images.ts'
import { readWrittenPages } from '#server/pages/written-pages.ts'
import { fontFileAt } from '#web/font-files.ts'

/** What the routes of a site read besides its database: the files of its folder, and the settings of the process. */
export function siteEnvironment(site: Site, images: Images, config: Config): Omit<SiteEnvironment, 'origin'> {
  return {
    pages: readWrittenPages(`sites/${site.folder}/pages`),
    fileNamed: (file) => images.pictureOf(site, file),
    picture: (file) => {
      const picture = images.pictureOf(site, file)
      if (!picture) throw new Error(`sites/${site.folder}/images has no ${file}`)
      return picture
    },
    fileAt: (requested) => images.pictureAt(site, requested),
    fontFileAt,
    devPages: config.DEV_PAGES,
    infrastructure: infrastructureOf(config),
    production: config.NODE_ENV === 'production',
    staging: config.STAGING,
    goingLive: {
      publicAddresses: publicAddressesOf(config.PUBLIC_ADDRESSES),
      dnsServers: config.DNS_SERVERS,
      mail:
        config.SMTP_URL && config.MAIL_FROM
          ? { from: config.MAIL_FROM, spf: config.MAIL_SPF, dkimSelectors: config.MAIL_DKIM_SELECTORS }
          : null,
      tls: { port: 443 },
    },
    running: {
      ...buildInfo,
      diskSpace: () => diskSpaceOf(config.DATA_DIR),
      backups: (now) => ({
        lastAt: openBackupFolder(backupFolder(config)).newest(now)?.madeAt ?? null,
        areAutomatic: hasAutomaticBackups(config),
      }),
    },
  }
}
