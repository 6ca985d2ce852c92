import { timeZonesOf } from '#domain/time/country-zones.ts'

type VenueLocation = { country: string; countyRegion?: string | null; city?: string | null }

/** The zone that a place most likely keeps, to be offered and not imposed; null where nothing is known of the country. */
export function guessTimeZone({ country, countyRegion, city }: VenueLocation): string | null {
  const zones = timeZonesOf(country)
  if (zones.length < 2) return zones[0] ?? null
  const [region, town] = [toPlainText(countyRegion), toPlainText(city)]
  const named = zones.find((zone) => town && toPlainText(zone.split('/').at(-1)) === town)
  const known = zonesByPlace[country] ?? {}
  const found = Object.entries(known).find(([, words]) => words.includes(town) || words.includes(region))
  return named ?? found?.[0] ?? zones[0]!
}

const toPlainText = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const splitAtCommas = (text: string): string[] => text.split(', ')

/** States, provinces and cities on tour routes that do not keep the time of their country's largest zone. */
const zonesByPlace: Record<string, Record<string, string[]>> = {
  US: {
    'America/Chicago': splitAtCommas(
      'al, alabama, ar, arkansas, ia, iowa, il, illinois, ks, kansas, la, louisiana, mn, minnesota, mo, missouri, ms, mississippi, nd, north dakota, ne, nebraska, ok, oklahoma, sd, south dakota, tn, tennessee, tx, texas, wi, wisconsin, nashville, memphis, austin, dallas, fort worth, houston, san antonio, minneapolis, st paul, saint paul, milwaukee, madison, new orleans, st louis, saint louis, kansas city, omaha, des moines, birmingham, oklahoma city, tulsa, little rock, baton rouge',
    ),
    'America/Denver': splitAtCommas(
      'co, colorado, mt, montana, nm, new mexico, ut, utah, wy, wyoming, boulder, salt lake city, albuquerque, santa fe, el paso, colorado springs, fort collins, missoula, billings',
    ),
    'America/Boise': splitAtCommas('id, idaho'),
    'America/Phoenix': splitAtCommas('az, arizona, tucson, tempe, flagstaff, scottsdale'),
    'America/Los_Angeles': splitAtCommas(
      'ca, california, nv, nevada, or, oregon, wa, washington state, san francisco, oakland, berkeley, san diego, sacramento, santa cruz, santa barbara, long beach, anaheim, fresno, portland, eugene, seattle, tacoma, spokane, las vegas, reno, hollywood, west hollywood',
    ),
    'America/Anchorage': splitAtCommas('ak, alaska, fairbanks'),
    'Pacific/Honolulu': splitAtCommas('hi, hawaii, maui'),
    'America/Detroit': splitAtCommas('mi, michigan, ann arbor, grand rapids'),
    'America/Indiana/Indianapolis': splitAtCommas('in, indiana, bloomington'),
  },
  CA: {
    'America/St_Johns': splitAtCommas('nl, newfoundland, newfoundland and labrador, st john s'),
    'America/Halifax': splitAtCommas('ns, nova scotia, pe, pei, prince edward island, charlottetown'),
    'America/Moncton': splitAtCommas('nb, new brunswick, fredericton, saint john'),
    'America/Winnipeg': splitAtCommas('mb, manitoba'),
    'America/Regina': splitAtCommas('sk, saskatchewan, saskatoon'),
    'America/Edmonton': splitAtCommas('ab, alberta, calgary, banff, lethbridge'),
    'America/Vancouver': splitAtCommas('bc, british columbia, victoria, kelowna, whistler, nanaimo'),
    'America/Whitehorse': splitAtCommas('yt, yukon'),
  },
  AU: {
    'Australia/Melbourne': splitAtCommas('vic, victoria, geelong, ballarat, bendigo'),
    'Australia/Brisbane': splitAtCommas('qld, queensland, gold coast, cairns, townsville, sunshine coast'),
    'Australia/Adelaide': splitAtCommas('sa, south australia'),
    'Australia/Darwin': splitAtCommas('nt, northern territory, alice springs'),
    'Australia/Perth': splitAtCommas('wa, western australia, fremantle'),
    'Australia/Hobart': splitAtCommas('tas, tasmania, launceston'),
  },
  BR: {
    'America/Bahia': splitAtCommas('ba, bahia, salvador'),
    'America/Recife': splitAtCommas('pe, pernambuco, olinda'),
    'America/Fortaleza': splitAtCommas('ce, ceara, natal, joao pessoa, teresina, sao luis'),
    'America/Manaus': splitAtCommas('am, amazonas'),
    'America/Belem': splitAtCommas('pa, para, macapa'),
    'America/Cuiaba': splitAtCommas('mt, mato grosso'),
    'America/Campo_Grande': splitAtCommas('ms, mato grosso do sul'),
  },
  MX: {
    'America/Cancun': splitAtCommas('quintana roo, playa del carmen, tulum'),
    'America/Monterrey': splitAtCommas('nuevo leon'),
    'America/Tijuana': splitAtCommas('baja california, mexicali, ensenada'),
    'America/Hermosillo': splitAtCommas('sonora'),
    'America/Mazatlan': splitAtCommas('sinaloa, culiacan, la paz, los cabos, cabo san lucas'),
  },
  ES: {
    'Atlantic/Canary': splitAtCommas(
      'canarias, canary islands, islas canarias, las palmas, las palmas de gran canaria, santa cruz de tenerife, tenerife, lanzarote, fuerteventura',
    ),
  },
  PT: {
    'Atlantic/Azores': splitAtCommas('azores, acores, ponta delgada'),
    'Atlantic/Madeira': splitAtCommas('funchal'),
  },
  RU: {
    'Asia/Yekaterinburg': splitAtCommas('ekaterinburg, perm, chelyabinsk, ufa, tyumen'),
    'Europe/Samara': splitAtCommas('togliatti, izhevsk'),
  },
  ID: { 'Asia/Makassar': splitAtCommas('bali, denpasar, ubud, lombok') },
  CL: { 'America/Punta_Arenas': splitAtCommas('magallanes') },
}
