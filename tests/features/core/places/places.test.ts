import { iso31662 } from 'iso-3166'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentLocation } from '#core/people/edit/location.contract.ts'
import { countries, countryCodes } from '#core/places/countries.ts'
import { countryName } from '#core/places/country-name.ts'
import { distanceBand, unitOf } from '#core/places/distances.ts'
import { gazetteer } from '#core/places/gazetteer.server.ts'
import { ownNamesIn } from '#core/places/own-names.server.ts'
import { otherNames, regionNames } from '#core/places/place-names.ts'
import { searchPlaces as searchPlacesEndpoint } from '#core/places/places.contract.ts'
import {
  placeById,
  placeInField,
  resolvePlace,
  searchPlaces,
  townsOf,
} from '#core/places/places.server.ts'
import { cellOf, distanceKm, foldPlaceName } from '#core/places/places.ts'
import { regionCode } from '#core/places/region-codes.ts'
import { placeAt, placeColumns, shownTown } from '#core/places/towns.server.ts'
import { brands } from '#sites/registry.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'

const MUNICH = 2867714

describe('finding a place', () => {
  test('puts the largest town first', () => {
    expect(searchPlaces('GB', 'lon', 3)[0]).toMatchObject({
      name: 'London',
      region: 'England',
      country: 'GB',
    })
    const populations = searchPlaces('US', 'spring', 5).map((place) => place.population)
    expect(populations).toEqual(populations.toSorted((a, b) => b - a))
  })

  test.each(['Munich', 'münchen', 'munchen', 'MUENCHEN', 'Munchen, Bavaria'])(
    'finds Munich by %j',
    (typed) => {
      expect(searchPlaces('DE', typed, 5)[0]?.id).toBe(MUNICH)
      expect(resolvePlace('DE', typed)?.id).toBe(MUNICH)
    },
  )

  test('is the one chosen, until something else is typed in its field', () => {
    const [london, york] = ['London', 'York'].map((name) => resolvePlace('GB', name)?.id)
    expect(placeInField('GB', 'London', london)?.id).toBe(london)
    expect(placeInField('GB', '', london)?.id).toBe(london)
    // Without script the choice stays in the form.
    expect(placeInField('GB', 'York', london)?.id).toBe(york)
    expect(placeInField('DE', 'München', london)?.id).toBe(MUNICH)
    expect(placeInField('GB', 'Atlantis', london)).toBeNull()
  })

  test.each([
    ['FR', 'saint etienne', 'Saint-Étienne'],
    ['PL', 'lodz', 'Łódź'],
    ['GB', 'kings lynn', "King's Lynn"],
    ['NL', 'den haag', 'The Hague'],
    ['IE', 'galway', 'Gaillimh'],
    ['FR', 'St Etienne', 'Saint-Étienne'],
    ['FR', 'St. Étienne', 'Saint-Étienne'],
    ['FR', 'saint', 'Saint-Étienne'],
    ['CH', 'St Gallen', 'Sankt Gallen'],
    ['CH', 'Saint G', 'Sankt Gallen'],
    ['US', 'Saint Louis', 'St. Louis'],
    ['BE', 'St Niklaas', 'Sint-Niklaas'],
    ['CA', 'Ste Thérèse', 'Sainte-Thérèse'],
  ])(
    'needs neither accents nor punctuation nor the official name: %s %j is %s',
    (country, typed, name) => {
      expect(searchPlaces(country, typed, 5).map((place) => place.name)).toContain(name)
    },
  )

  test.each([
    ['RU', 'Москва', 'Moscow'],
    ['RU', 'нижний новгород', 'Nizhniy Novgorod'],
    ['UA', 'Львів', 'Lviv'],
    ['BG', 'София', 'Sofia'],
    ['JP', '東京', 'Tokyo'],
    ['JP', '大阪', 'Osaka'],
    ['CN', '北京', 'Beijing'],
    ['TW', '臺北', 'Taipei'],
    ['KR', '서울', 'Seoul'],
    ['GR', 'Αθήνα', 'Athens'],
    ['GR', 'Θεσσαλονίκη', 'Thessaloníki'],
    ['IL', 'תל אביב', 'Tel Aviv'],
    ['EG', 'القاهرة', 'Cairo'],
    ['IR', 'تهران', 'Tehran'],
    ['IN', 'मुंबई', 'Mumbai'],
    ['BD', 'ঢাকা', 'Dhaka'],
    ['TH', 'กรุงเทพมหานคร', 'Bangkok'],
    ['GE', 'თბილისი', 'Tbilisi'],
    ['AM', 'Երևան', 'Yerevan'],
    ['ET', 'አዲስ አበባ', 'Addis Ababa'],
    ['VN', 'Hà Nội', 'Hanoi'],
  ])('knows a town by the name that its own people write: %s %s is %s', (country, typed, name) => {
    expect(resolvePlace(country, typed)?.name).toBe(name)
    expect(searchPlaces(country, typed.slice(0, -1), 5).map((place) => place.name)).toContain(name)
  })

  test('has own names of every town of 100,000 in a country that writes no Latin letters, with few exceptions', () => {
    const { countries: rows, ids, populations, isPart } = gazetteer()
    const shares = [
      'RU',
      'UA',
      'BG',
      'GR',
      'JP',
      'KR',
      'CN',
      'TW',
      'IL',
      'EG',
      'IR',
      'TH',
      'GE',
    ].map((country) => {
      const { start, end } = rows.get(country) ?? { start: 0, end: 0 }
      const own = ownNamesIn(country)
      const large = Array.from({ length: end - start }, (_, index) => start + index).filter(
        (row) => (populations[row] as number) >= 100_000 && isPart[row] === 0,
      )
      return [
        country,
        large.filter((row) => own.has(ids[row] as number)).length / large.length,
      ] as const
    })
    expect(shares.filter(([, share]) => share < 0.75)).toEqual([])
  })

  test('looks into the words of a name once no more names begin so', () => {
    expect(searchPlaces('DE', 'main', 20).map((place) => place.name)).toContain('Frankfurt am Main')
  })

  test('offers the largest towns before anything is typed, and none of a country that is none', () => {
    expect(searchPlaces('GB', '', 2).map((place) => place.name)).toEqual(['London', 'Birmingham'])
    expect(searchPlaces('XX', 'a', 2)).toEqual([])
  })

  test('takes the largest of several towns with the name, or the one in the region given', () => {
    expect(resolvePlace('US', 'springfield')?.region).toBe('Missouri')
    expect(resolvePlace('US', 'Springfield, Ohio')?.region).toBe('Ohio')
    expect(resolvePlace('US', 'Springfield, IL')?.region).toBe('Illinois')
    expect(resolvePlace('GB', 'Atlantis')).toBeNull()
    expect(resolvePlace('GB', ' ')).toBeNull()
  })

  test('knows a place by its id', () => {
    expect(placeById(MUNICH)?.name).toBe('Munich')
    expect(placeById(-1)).toBeNull()
  })

  test('folds a name to what people type', () => {
    expect(foldPlaceName('  ’s-Gravenhage ')).toBe('s gravenhage')
  })
})

describe('the gazetteer', () => {
  test('has the countries that the forms offer, and every one a name', () => {
    expect([...gazetteer().countries.keys()].toSorted()).toEqual([...countryCodes])
    expect(countries.filter(({ code, name }) => code === name)).toEqual([])
    expect(countryName('nowhere')).toBe('nowhere')
  })

  test('knows every town that has another name', () => {
    const unknown = Object.entries(otherNames).flatMap(([country, names]) =>
      Object.keys(names).filter((name) => resolvePlace(country, name)?.name !== name),
    )
    expect(unknown).toEqual([])
  })

  test('names the region of every town in the countries that the brands search in', () => {
    const searched = [...new Set(brands.flatMap((brand) => brand.searchCountries))]
    const nameless = searched.filter((country) =>
      townsOf(country).some(
        (town) => !Object.values(regionNames[country] ?? {}).includes(town.region),
      ),
    )
    expect(nameless).toEqual([])
  })
})

describe('the code of a region', () => {
  test('is one of the standard for every region that we name, and another for each', () => {
    const standard = new Set(iso31662.map(({ code }) => code))
    const named = Object.entries(regionNames).flatMap(([country, names]) =>
      Object.values(names).map((region) => regionCode({ country, region })),
    )
    expect(named.length).toBeGreaterThan(250)
    expect(named.filter((code) => !standard.has(code))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test('is that of the region whose name is the standard’s, wherever that is in English', () => {
    const names = new Map(iso31662.map(({ code, name }) => [code, foldPlaceName(name)]))
    const misnamed = ['US', 'CA', 'AU', 'ZA', 'NZ', 'GB'].flatMap((country) =>
      Object.values(regionNames[country] ?? {}).filter(
        (region) => !names.get(regionCode({ country, region }))?.includes(foldPlaceName(region)),
      ),
    )
    expect(misnamed).toEqual([])
  })

  test.each([
    ['DE', 'Bavaria', 'DE-BY'],
    ['FR', 'Corsica', 'FR-20R'],
    ['IT', 'Tuscany', 'IT-52'],
    ['ES', 'Catalonia', 'ES-CT'],
    ['SE', 'Stockholm', 'SE-AB'],
    ['FI', 'Lapland', 'FI-10'],
    ['DK', 'Zealand', 'DK-85'],
    ['JP', 'Japan', ''],
    ['XX', 'constructor', ''],
  ])('of %s %s is %j', (country, region, code) => {
    expect(regionCode({ country, region })).toBe(code)
  })
})

describe('the cell that is stored of a place', () => {
  const points = Array.from({ length: 4000 }, (_, n) => ({
    latitude: -89.99 + ((n * 0.6180339887) % 1) * 179.98,
    longitude: -180 + ((n * 0.7548776662) % 1) * 360,
  }))

  test('is never finer than 5 km, whichever way one goes', () => {
    const nearlyHalf = 2.49 / 111.195
    for (const point of points) {
      const centre = cellOf(point)
      const east = nearlyHalf / Math.cos((centre.latitude * Math.PI) / 180)
      for (const [north, sideways] of [
        [nearlyHalf, 0],
        [-nearlyHalf, 0],
        [0, east],
        [0, -east],
      ] as const) {
        const moved = { latitude: centre.latitude + north, longitude: centre.longitude + sideways }
        expect(cellOf(moved)).toEqual(centre)
      }
    }
  })

  test('is the same for all points in it, and its centre is in it', () => {
    for (const point of points) {
      const centre = cellOf(point)
      expect(cellOf(centre)).toEqual(centre)
      expect(distanceKm(point, centre)).toBeLessThan(4.5)
    }
  })

  test('survives the poles and the date line', () => {
    for (const latitude of [-90, -89.999, 89.999, 90]) {
      for (const longitude of [-180, 180, 540]) {
        const centre = cellOf({ latitude, longitude })
        expect(Math.abs(centre.latitude)).toBeLessThanOrEqual(90)
        expect(Math.abs(centre.longitude)).toBeLessThanOrEqual(180)
      }
    }
  })

  test('is all that a profile keeps of where a town is', () => {
    const munich = placeById(MUNICH)
    if (!munich) throw new Error('no Munich')
    const { latitude, longitude, place_name } = placeColumns(munich)
    expect(place_name).toBe('Munich')
    expect({ latitude, longitude }).toEqual(cellOf(munich))
    expect({ latitude, longitude }).not.toEqual({
      latitude: munich.latitude,
      longitude: munich.longitude,
    })
  })
})

describe('the town that a place shows as', () => {
  test.each([
    ['a large town is itself', 'DE', 'Munich', 'Munich, Bavaria'],
    ['a quarter of fifteen thousand or more, too', 'US', 'Brooklyn', 'Brooklyn, New York'],
    [
      'a village is the nearest large town',
      'DE',
      'Oberammergau',
      'Garmisch-Partenkirchen, Bavaria',
    ],
    ['within fifty kilometres', 'IE', 'Dingle', 'Tralee, Munster'],
    ['of its own region', 'FR', 'Gordes', "L'Isle-sur-la-Sorgue, Provence-Alpes-Côte d’Azur"],
    [
      'where there is none so near, its cell’s largest place is named',
      'AU',
      'Coober Pedy',
      'Coober Pedy, South Australia',
    ],
    ['in the north as well', 'FI', 'Inari', 'Inari, Lapland'],
  ])('%s: %s %s', (_, country, chosen, shown) => {
    const place = resolvePlace(country, chosen)
    if (!place) throw new Error(`no ${chosen}`)
    expect(`${shownTown(place).name}, ${shownTown(place).region}`).toBe(shown)
    const { place_id, place_name, latitude, longitude } = placeColumns(place)
    expect({ place_id, place_name }).toEqual({
      place_id: shownTown(place).id,
      place_name: shownTown(place).name,
    })
    // The cell stays that of the place itself.
    expect({ latitude, longitude }).toEqual(cellOf(place))
  })

  test('is one for all small places of a cell, and in their country', () => {
    const { countries: rows, populations } = gazetteer()
    const shown = new Map<string, Set<number>>()
    const abroad: string[] = []
    let remote = 0
    const small = ['GB', 'DE', 'US', 'AU', 'NO'].flatMap((country) => {
      const { start, end } = rows.get(country) ?? { start: 0, end: 0 }
      return Array.from({ length: end - start }, (_, index) => start + index).filter(
        (row) => (populations[row] as number) < 15_000,
      )
    })
    for (const row of small) {
      const place = placeAt(row)
      const town = shownTown(place)
      const { latitude, longitude } = cellOf(place)
      const cell = `${place.country} ${latitude} ${longitude}`
      shown.set(cell, (shown.get(cell) ?? new Set()).add(town.id))
      if (town.country !== place.country) abroad.push(place.name)
      if (town.population < 15_000) remote += 1
    }
    expect(small.length).toBeGreaterThan(15_000)
    expect([[...shown].filter(([, towns]) => towns.size > 1), abroad]).toEqual([[], []])
    // Few have no larger town within fifty kilometres, in the outback, the prairies and the fjords.
    expect(remote / small.length).toBeLessThan(0.15)
  })
})

test.each([
  [0, 'under 10 km', 'under 6 miles'],
  [9.99, 'under 10 km', 'under 6 miles'],
  [10, '10–25 km', '6–15 miles'],
  [99, '50–100 km', '30–60 miles'],
  [499.9, '250–500 km', '150–300 miles'],
  [20_000, 'over 500 km', 'over 300 miles'],
])('shows %d km as %s, or as %s to those whose roads are signed in miles', (km, band, miles) => {
  expect(distanceBand(km, 'km')).toBe(band)
  expect(distanceBand(km, 'miles')).toBe(miles)
})

test.each([
  ['US', 'miles'],
  ['GB', 'miles'],
  ['LR', 'miles'],
  ['MM', 'miles'],
  ['IE', 'km'],
  ['CA', 'km'],
  ['DE', 'km'],
])('whoever lives in %s is told %s', (country, unit) => {
  expect(unitOf({ distanceUnit: null, country })).toBe(unit)
})

describe('over the API', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  test('a guest who is joining is offered towns, without where exactly they are', async () => {
    const guest = app.visitor('adultcrush')
    const { places } = await guest.calls(searchPlacesEndpoint, {
      query: { country: 'DE', query: 'munch' },
    })
    expect(places[0]).toEqual({ id: MUNICH, name: 'Munich', region: 'Bavaria', country: 'DE' })
    expect(places.length).toBeGreaterThan(1)
  })

  test.each([['DEU'], ['de'], ['']])('%j is no country', async (country) => {
    const guest = app.visitor('adultcrush')
    const asked = guest.calls(searchPlacesEndpoint, { query: { country, query: 'a' } })
    await expect(asked).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'country' }] })
  })

  test('a member reads the place they gave, wherever they ask from; a guest has none', async () => {
    const nora = await joins(app, { brand: 'adultcrush', username: 'Nora' })
    const { place } = await nora.calls(currentLocation)
    expect(place).toEqual({ id: 5128581, name: 'New York City', region: 'New York', country: 'US' })
    const guest = app.visitor('adultcrush')
    await expect(guest.calls(currentLocation)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('sixty questions a minute are enough for anybody who types', async () => {
    const guest = app.visitor('adultcrush', { ip: '198.51.100.77' })
    const ask = () => guest.request('/location/places?country=GB&query=lon')
    for (let count = 0; count < 60; count += 1) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })
})
