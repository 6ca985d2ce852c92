/** What each site has among its pictures for tabs, home screens and bookmarks. */
export const siteIcons = {
  svg: 'icon.svg',
  png: 'icon-192.png',
  large: 'icon-512.png',
  touch: 'apple-touch-icon.png',
} as const
