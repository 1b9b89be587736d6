import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  choicesOf,
  needsConfirmation,
  switchPlaces,
  typesOf,
  type SwitchPlace,
} from '#contract/devices/switch-places.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { effectLabel } from './control-words.ts'
import { isQuick } from './quick-channels.ts'
import type { Translate } from '#src/features/equipment/reading-words.ts'

/** More verbs than these say less than one word for all of them. */
const mostVerbs = 3

/** What many devices may be told at once of one place: what is dangerous is asked one by one. */
export const groupChoices = (
  t: Translate,
  deviceType: string,
  { about, channel }: Pick<SwitchPlace, 'about' | 'channel'>,
) =>
  choicesOf(about.kind, typesOf(about.kind)[0]!)
    .filter(({ value }) => !needsConfirmation(about, value))
    .map(({ value, effect }) => ({ value, label: effectLabel(t, effect, { deviceType, channel }) }))
    .reverse()

/** What a button does to the chosen devices: in their own verbs, and to how many of them. */
export function groupWord(t: Translate, rows: readonly Row[]): string {
  const placesOf = (row: Row) => switchPlaces(deviceTypeNamed(String(row.deviceType)))
  const moved = rows.filter((row) => placesOf(row).length > 0)
  const verbs = new Set(
    moved.flatMap((row) =>
      placesOf(row)
        .filter(({ about }) => isQuick(about))
        .flatMap((place) => groupChoices(t, String(row.deviceType), place))
        .map(({ label }) => label),
    ),
  )
  return verbs.size === 0 || verbs.size > mostVerbs
    ? t('equipment:control.group.any', { count: moved.length })
    : t('equipment:control.group.verbs', { verbs: [...verbs].join(' / '), count: moved.length })
}
