/** Where a record can be heard. Without a label it has the name of the service. */
export type StreamingLink = { address: string; label: string | null }

/** The last parts of the host names of services that we know. */
const serviceByHost: Record<string, string> = {
  'spotify.com': 'Spotify',
  'music.apple.com': 'Apple Music',
  'itunes.apple.com': 'Apple Music',
  'bandcamp.com': 'Bandcamp',
  'music.youtube.com': 'YouTube Music',
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'soundcloud.com': 'SoundCloud',
  'tidal.com': 'TIDAL',
  'deezer.com': 'Deezer',
  'qobuz.com': 'Qobuz',
  'music.amazon.com': 'Amazon Music',
  'music.amazon.co.uk': 'Amazon Music',
  'music.amazon.de': 'Amazon Music',
}

/** The name of the service at this address; null for an address elsewhere. */
export function streamingServiceOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const host = new URL(address).hostname.toLowerCase()
  const known = Object.keys(serviceByHost).filter((name) => host === name || host.endsWith(`.${name}`))
  // `music.youtube.com` also ends like `youtube.com`.
  const [longest] = known.sort((a, b) => b.length - a.length)
  return longest ? serviceByHost[longest]! : null
}

export const streamingLabel = ({ address, label }: StreamingLink): string =>
  label ?? streamingServiceOf(address) ?? address
