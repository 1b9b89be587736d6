/** Weather at a place, from its position and the time alone. */
interface Sky {
  airTemperature: number
  airHumidity: number
  windSpeed: number
  windDirection: number
  rainPerHour: number
  radiation: number
  pressure: number
}
/** WGS84 in degrees. */
export interface Place {
  lat: number
  lng: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const radians = Math.PI / 180

/** A number from 0 to 1 that is always the same for the same seed. */
export function noise(seed: number): number {
  let x = Math.imul(Math.trunc(seed) ^ 0x9e37_79b9, 0x85eb_ca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}
/** Noise that moves smoothly from one step of `stepMs` to the next. */
export function drift(seed: number, at: number, stepMs: number): number {
  const step = Math.floor(at / stepMs)
  const part = (at / stepMs - step) ** 2 * (3 - 2 * (at / stepMs - step))
  return noise(seed * 7919 + step) * (1 - part) + noise(seed * 7919 + step + 1) * part
}

/** Sine of the sun's height, from the date, the hour and where one stands; negative at night. */
export function sunHeight({ lat, lng }: Place, at: number): number {
  const day = (at / dayMs) % 365.25
  const declination = -23.44 * Math.cos((2 * Math.PI * (day + 10)) / 365.25) * radians
  const hour = ((at % dayMs) / hourMs + lng / 15 - 12) * 15 * radians
  return (
    Math.sin(lat * radians) * Math.sin(declination) +
    Math.cos(lat * radians) * Math.cos(declination) * Math.cos(hour)
  )
}
/** 0 in deep winter, 1 in high summer, north of the equator. */
const summer = (at: number) =>
  (1 - Math.cos((2 * Math.PI * ((at / dayMs) % 365.25) - 0.35) / 365.25)) / 2

/** Day of the year, 0 to 365, of a day counted from 1970. */
const dayOfYear = (day: number) => Math.floor(day % 365.25)
/** Four weeks each autumn and two each spring without rain to speak of. */
export function isDrought(at: number): boolean {
  const day = dayOfYear(Math.floor(at / dayMs))
  return (day >= 282 && day < 312) || (day >= 92 && day < 107)
}
/** The typhoon that each late summer brings, on a day of its own each year. */
export const isStormDay = (day: number) =>
  dayOfYear(day) === 222 + Math.floor(30 * noise(Math.floor(day / 365.25) * 53))

interface Rain {
  startsAt: number
  hours: number
  mm: number
  isStorm?: true
}
function rainOfDay(day: number): Rain | null {
  if (isStormDay(day))
    return { startsAt: day * dayMs + 3 * hourMs, hours: 16, mm: 145, isStorm: true }
  const warm = summer(day * dayMs)
  const chance = (0.12 + 0.3 * warm) * (isDrought(day * dayMs) ? 0.06 : 1)
  if (noise(day * 31) > chance) return null
  return {
    startsAt: day * dayMs + noise(day * 37) * 18 * hourMs,
    hours: 0.5 + noise(day * 41) * 4,
    mm: 2 + noise(day * 43) ** 2 * (15 + 45 * warm),
  }
}
const rains = new Map<number, Rain | null>()
/** Rain of the day that `at` lies in: often and heavy in summer, seldom in winter. */
export function rainOf(at: number): Rain | null {
  const day = Math.floor(at / dayMs)
  let rain = rains.get(day)
  if (rain === undefined) rains.set(day, (rain = rainOfDay(day)))
  return rain
}

/** Clouds come before the rain and go after it. */
const comesMs = 60 * 60_000

/** Of one region with weather in common, what half a kilometre makes. */
const spotOf = ({ lat, lng }: Place) => Math.round(lat * 200) * 1009 + Math.round(lng * 200)

export function skyAt(place: Place, at: number): Sky {
  const spot = spotOf(place)
  const height = sunHeight(place, at)
  const rain = rainOf(at)
  const isRaining = rain !== null && at >= rain.startsAt && at < rain.startsAt + rain.hours * hourMs
  const near = rain
    ? Math.min(
        1,
        Math.max(
          0,
          Math.min(at - rain.startsAt, rain.startsAt + rain.hours * hourMs - at) / comesMs + 1,
        ),
      )
    : 0
  const cloud = 0.9 * near + 0.75 * drift(1, at, 5 * hourMs) * (1 - near)
  // The air follows the sun some two hours later.
  const warmth = Math.max(-0.35, sunHeight(place, at - 2 * hourMs))
  const airTemperature =
    12 +
    13 * summer(at) +
    9 * warmth * (1 - 0.5 * cloud) +
    3 * (drift(2, at, 30 * hourMs) - 0.5) -
    2 * near +
    noise(spot) -
    0.5 +
    0.8 * (drift(spot, at, 3 * hourMs) - 0.5)
  return {
    airTemperature,
    airHumidity: Math.min(
      100,
      Math.max(
        25,
        92 -
          30 * Math.max(0, warmth) +
          18 * (cloud - 0.4) +
          15 * near +
          4 * (drift(spot, at, 4 * hourMs) - 0.5),
      ),
    ),
    windSpeed:
      0.4 +
      4 *
        drift(3, at, 2 * hourMs) *
        (0.5 + Math.max(0, height)) *
        (0.8 + 0.4 * drift(spot, at, hourMs)) +
      (isRaining ? (rain.isStorm ? 13 : 2.5) * drift(4, at, 600_000) : 0),
    windDirection:
      Math.round(360 * drift(5, at, 9 * hourMs) + 24 * drift(spot, at, 2 * hourMs)) % 360,
    rainPerHour: isRaining ? rain.mm / rain.hours : 0,
    radiation: Math.max(0, 1050 * height * (1 - 0.75 * cloud)),
    pressure: 1010 + 8 * (1 - summer(at)) + 6 * (drift(6, at, 40 * hourMs) - 0.5),
  }
}
