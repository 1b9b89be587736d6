import { degrees } from './element-names.ts'
import { scaled } from './shape.ts'

/** Units as readings have them, by their other spellings in small letters. */
const spellings: Readonly<Record<string, string>> = {
  '°c': '°C',
  c: '°C',
  '°f': '°F',
  '%rh': '%',
  '%vol': '%',
  lux: 'lx',
  klux: 'klx',
  'us/cm': 'µS/cm',
  'μs/cm': 'µS/cm',
  'ms/cm': 'mS/cm',
  's/m': 'S/m',
  'ds/m': 'dS/m',
  hpa: 'hPa',
  mbar: 'hPa',
  kpa: 'kPa',
  pa: 'Pa',
  'w/m2': 'W/m²',
  'mg/l': 'mg/L',
  'μg/l': 'µg/L',
  'ug/l': 'µg/L',
  'g/l': 'g/L',
  ntu: 'NTU',
  v: 'V',
  mv: 'mV',
  [degrees]: '°',
}
const factors: Readonly<Record<string, number>> = {
  'kPa>hPa': 10,
  'Pa>hPa': 0.01,
  'mS/cm>µS/cm': 1000,
  'dS/m>µS/cm': 1000,
  'S/m>µS/cm': 10_000,
  'µS/cm>S/m': 0.0001,
  'mS/cm>S/m': 0.1,
  'dS/m>S/m': 0.1,
  'klx>lx': 1000,
  'km/h>m/s': 1 / 3.6,
  'cm>mm': 10,
  'm>mm': 1000,
  'cm>m': 0.01,
  'mm>m': 0.001,
  'g/L>mg/L': 1000,
  'µg/L>mg/L': 0.001,
  'm3/m3>%': 100,
  'mV>V': 0.001,
  'g/kg>mg/kg': 1000,
}
// One sign or two, small or raised: compatible forms are made the same first.
const named = (unit: string) => {
  const plain = unit.slice(0, 30).normalize('NFKC').trim()
  return spellings[plain.toLowerCase()] ?? plain
}

/**
 * A value of one unit in another; without a unit it is taken to be in that already. Null where they
 * do not measure the same.
 */
export function inUnit(value: number, given: string, wanted: string): number | null {
  const from = named(given)
  if (from === '' || from === wanted) return value
  if (from === '°F' && wanted === '°C') return scaled((value - 32) / 1.8, 1)
  const factor = factors[`${from}>${wanted}`]
  // What has no unit of its own is written with all sorts of words, such as "pH".
  return factor === undefined ? (wanted === '' ? value : null) : scaled(value, factor)
}
