import { timeZonesOf } from '#domain/time/country-zones.ts'

type VenueLocation = { country: string; countyRegion?: string | null; city?: string | null }

/** The zone that a place most likely keeps, to be offered and not imposed; null where nothing is known of the country. */
export function guessTimeZone({ country, countyRegion, city }: VenueLocation): string | null {
  const zones = timeZonesOf(country)
  if (zones.length < 2) return zones[0] ?? null
  const [region, town] = [plain(countyRegion), plain(city)]
  const named = zones.find((zone) => town && plain(zone.split('/').at(-1)) === town)
  const known = places[country] ?? {}
  const found = Object.entries(known).find(([, words]) => words.includes(town) || words.includes(region))
  return named ?? found?.[0] ?? zones[0]!
}

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const words = (text: string): string[] => text.split(', ')

/** States, provinces and cities on tour routes that do not keep the time of their country's largest zone. */
const places: Record<string, Record<string, string[]>> = {
  US: {
    'America/Chicago': words(
      'al, alabama, ar, arkansas, ia, iowa, il, illinois, ks, kansas, la, louisiana, mn, minnesota, mo, missouri, ms, mississippi, nd, north dakota, ne, nebraska, ok, oklahoma, sd, south dakota, tn, tennessee, tx, texas, wi, wisconsin, nashville, memphis, austin, dallas, fort worth, houston, san antonio, minneapolis, st paul, saint paul, milwaukee, madison, new orleans, st louis, saint louis, kansas city, omaha, des moines, birmingham, oklahoma city, tulsa, little rock, baton rouge',
    ),
    'America/Denver': words(
      'co, colorado, mt, montana, nm, new mexico, ut, utah, wy, wyoming, boulder, salt lake city, albuquerque, santa fe, el paso, colorado springs, fort collins, missoula, billings',
    ),
    'America/Boise': words('id, idaho'),
    'America/Phoenix': words('az, arizona, tucson, tempe, flagstaff, scottsdale'),
    'America/Los_Angeles': words(
      'ca, california, nv, nevada, or, oregon, wa, washington state, san francisco, oakland, berkeley, san diego, sacramento, santa cruz, santa barbara, long beach, anaheim, fresno, portland, eugene, seattle, tacoma, spokane, las vegas, reno, hollywood, west hollywood',
    ),
    'America/Anchorage': words('ak, alaska, fairbanks'),
    'Pacific/Honolulu': words('hi, hawaii, maui'),
    'America/Detroit': words('mi, michigan, ann arbor, grand rapids'),
    'America/Indiana/Indianapolis': words('in, indiana, bloomington'),
  },
  CA: {
    'America/St_Johns': words('nl, newfoundland, newfoundland and labrador, st john s'),
    'America/Halifax': words('ns, nova scotia, pe, pei, prince edward island, charlottetown'),
    'America/Moncton': words('nb, new brunswick, fredericton, saint john'),
    'America/Winnipeg': words('mb, manitoba'),
    'America/Regina': words('sk, saskatchewan, saskatoon'),
    'America/Edmonton': words('ab, alberta, calgary, banff, lethbridge'),
    'America/Vancouver': words('bc, british columbia, victoria, kelowna, whistler, nanaimo'),
    'America/Whitehorse': words('yt, yukon'),
  },
  AU: {
    'Australia/Melbourne': words('vic, victoria, geelong, ballarat, bendigo'),
    'Australia/Brisbane': words('qld, queensland, gold coast, cairns, townsville, sunshine coast'),
    'Australia/Adelaide': words('sa, south australia'),
    'Australia/Darwin': words('nt, northern territory, alice springs'),
    'Australia/Perth': words('wa, western australia, fremantle'),
    'Australia/Hobart': words('tas, tasmania, launceston'),
  },
  BR: {
    'America/Bahia': words('ba, bahia, salvador'),
    'America/Recife': words('pe, pernambuco, olinda'),
    'America/Fortaleza': words('ce, ceara, natal, joao pessoa, teresina, sao luis'),
    'America/Manaus': words('am, amazonas'),
    'America/Belem': words('pa, para, macapa'),
    'America/Cuiaba': words('mt, mato grosso'),
    'America/Campo_Grande': words('ms, mato grosso do sul'),
  },
  MX: {
    'America/Cancun': words('quintana roo, playa del carmen, tulum'),
    'America/Monterrey': words('nuevo leon'),
    'America/Tijuana': words('baja california, mexicali, ensenada'),
    'America/Hermosillo': words('sonora'),
    'America/Mazatlan': words('sinaloa, culiacan, la paz, los cabos, cabo san lucas'),
  },
  ES: {
    'Atlantic/Canary': words(
      'canarias, canary islands, islas canarias, las palmas, las palmas de gran canaria, santa cruz de tenerife, tenerife, lanzarote, fuerteventura',
    ),
  },
  PT: { 'Atlantic/Azores': words('azores, acores, ponta delgada'), 'Atlantic/Madeira': words('funchal') },
  RU: {
    'Asia/Yekaterinburg': words('ekaterinburg, perm, chelyabinsk, ufa, tyumen'),
    'Europe/Samara': words('togliatti, izhevsk'),
  },
  ID: { 'Asia/Makassar': words('bali, denpasar, ubud, lombok') },
  CL: { 'America/Punta_Arenas': words('magallanes') },
}
