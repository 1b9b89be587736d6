import { mostChannels } from '#contract/equipment/device-calls.ts'
import { channelPattern, exploreScreen, mostYears } from '#contract/telemetry/explore-calls.ts'
import { lengths, type Length, type Span } from './span.ts'

/**
 * What the explorer draws: all of it is in its address, so that a link, a kept view and Back agree.
 */
export interface ExplorePlace {
  channels: readonly string[]
  span: Span
  years: number
  view: 'curve' | 'scatter'
  pair: readonly [string, string] | null
}
const usualSpan: Length = 'week'
const day = /^\d{4}-\d{2}-\d{2}$/

export function readExplore(search: string): ExplorePlace {
  const query = new URLSearchParams(search)
  const list = (name: string) =>
    (query.get(name) ?? '').split(',').filter((key) => channelPattern.test(key))
  const span = query.get('span') ?? usualSpan
  const days = span.split('~')
  const [a, b] = list('pair')
  const years = Number(query.get('years') ?? 0)
  return {
    channels: [...new Set(list('c'))].slice(0, mostChannels),
    view: query.get('view') === 'scatter' ? 'scatter' : 'curve',
    pair: a && b ? [a, b] : null,
    span:
      days.length === 2 && days.every((one) => day.test(one))
        ? [days[0]!, days[1]!]
        : Object.hasOwn(lengths, span)
          ? (span as Length)
          : usualSpan,
    years: Number.isInteger(years) && years >= 0 && years <= mostYears ? years : 0,
  }
}
export function writeExplore({ channels, span, years, view, pair }: ExplorePlace): string {
  const query = new URLSearchParams()
  if (channels.length > 0) query.set('c', channels.join(','))
  if (span !== usualSpan) query.set('span', typeof span === 'string' ? span : span.join('~'))
  if (years > 0) query.set('years', String(years))
  if (view === 'scatter') query.set('view', view)
  if (pair) query.set('pair', pair.join(','))
  return query.toString()
}
/** The way there with these channels. */
export const exploreLink = (channels: readonly string[], span: Span) =>
  `${exploreScreen.route}?${writeExplore({ channels: channels.slice(0, mostChannels), span, years: 0, view: 'curve', pair: null })}`
