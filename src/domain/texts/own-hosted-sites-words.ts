/** Texts about the websites of the installation, which only people with platform access read. */

/** Why a host is refused. */
export const hostProblemTexts = {
  empty: 'Enter a host like band.example.',
  address: 'Enter only the host, without https:// and without a path.',
  port: 'Enter the host without a port.',
  dot: 'Enter the host without the dot at its end.',
  wildcard: 'Enter each host by itself; a * stands for none.',
  ip: 'An IP address cannot be the host of a website. Enter a domain name.',
  localhost: 'localhost is for trying things out on one machine. Enter a domain name.',
  long: 'This host is too long: at most 253 characters, and at most 63 between two dots.',
  partial: 'Enter the whole name, with its ending, like band.example.',
  invalid: 'This is no host name. Use letters, digits and hyphens, like band.example.',
  taken: 'Another website has this host.',
  own: 'This website has this host already.',
} as const

export const hostedSiteTexts = {
  unknownStarter: 'Choose what the website begins as.',
  noDesign: 'You have no access to this website, so its design cannot be copied.',
  hasAdministrator: 'This website has an administrator, who invites others. Platform access does not.',
  isMain: 'This is the main host. Make another one the main host first.',
  unconfirmed: 'This host is not confirmed yet.',
  inUse: 'You are signed in on this website. Sign in on another one to close it.',
} as const
