import { countryName } from './country-name.ts'

/**
 * Countries with places in the gazetteer, ISO 3166-1 alpha-2 (and XK). A test keeps the two equal.
 */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP ' +
  'KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
  'NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SJ ' +
  'SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VC VE VG VI VN VU WF ' +
  'WS XK YE YT ZA ZM ZW'
).split(' ')

export const countriesOfUnion: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

export type Country = { code: string; name: string }

export const countries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/**
 * Countries for a form where any may be chosen: `first` (a brand's search countries) in their
 * order, then the others by name.
 */
export function countriesForForm(first: readonly string[] = []): {
  first: Country[]
  others: Country[]
} {
  return {
    first: first.flatMap((code) => countries.find((country) => country.code === code) ?? []),
    others: countries.filter((country) => !first.includes(country.code)),
  }
}
