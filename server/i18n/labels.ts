import type { Language } from '#contract/account/self.ts'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { nameKey, storageName, type Entity } from '#contract/entity.ts'
import { textAt, textsOf } from './locales.ts'
import { equipmentText } from './texts.ts'

const textOf = (entity: Entity, language: Language, ...path: string[]) =>
  textAt(textsOf(language, entity.module), path)
const commonText = (language: Language, ...path: string[]) =>
  textAt(textsOf(language, 'common'), path)

export const entityName = (entity: Entity, language: Language) =>
  textOf(entity, language, ...nameKey(entity).split('.')) ?? entity.name

/** What a column is called, with its unit. */
export function columnTitle(entity: Entity, field: string, language: Language): string {
  const { unit, calledAs = field } = entity.fields[field] ?? {}
  const title = textOf(entity, language, storageName(entity), 'fields', calledAs) ?? field
  return unit ? `${title} (${commonText(language, 'units', unit) ?? unit})` : title
}
/** What a column of lines is called. */
export const lineTitle = (entity: Entity, field: string, column: string, language: Language) =>
  textOf(entity, language, storageName(entity), 'lines', field, column) ?? column
const flagWord = (language: Language, word: string) => commonText(language, 'flags', word)
/** What a flag or a word in a line stands for; one that has no text of its own stays as it is. */
export const lineValueName = (
  entity: Entity,
  column: string,
  kind: 'flag' | 'choice',
  value: unknown,
  language: Language,
): string =>
  (kind === 'flag'
    ? flagWord(language, value === 1 ? 'yes' : 'no')
    : textOf(entity, language, storageName(entity), 'options', column, String(value))) ??
  String(value)
/** What a code or a flag stands for. */
export function valueName(
  entity: Entity,
  name: string,
  value: unknown,
  language: Language,
): string {
  const field = entity.fields[name]!
  if (field.kind === 'flag') {
    const [set, unset] = name === 'enabledFlag' ? ['enabled', 'disabled'] : ['yes', 'no']
    return flagWord(language, value === 1 ? set! : unset!) ?? String(value)
  }
  const code = Object.entries(field.codes ?? {}).find(([, one]) => one === value)?.[0]
  return (
    (code &&
      textOf(
        entity,
        language,
        ...(field.words ? [field.words] : [storageName(entity), 'options', name]),
        code,
      )) ||
    String(value)
  )
}

/** What the column of a measurement's time is called. */
export const timeTitle = (language: Language) => equipmentText(language, 'device.lines.readings.at')
/** What the column is called that says what a line of measurements is, and what stands in it. */
export const rowKindTitle = (language: Language) => equipmentText(language, 'deviceData.rowKind')
export const rowKind = (
  step: 'raw' | 'hour' | 'day',
  kind: 'mean' | 'min' | 'max' | 'sum' | null,
  language: Language,
): string =>
  equipmentText(
    language,
    `deviceData.rowKinds.${step === 'raw' || kind === null ? 'raw' : `${step}.${kind}`}`,
  )
/** What a channel of a device is called, with its circuit or depth and its unit; of what is worked out by whoever made it. */
export function channelTitle(
  name: string,
  type: DeviceType,
  metric: string,
  language: Language,
  words?: { name: string; unit: string | null },
): string {
  const channel = channelOf(type, metric)
  const unit = channel?.reading.unit ?? words?.unit
  const inUnit = unit ? ` (${unit})` : ''
  if (words) return `${words.name}${inUnit}`
  const title =
    textAt(textsOf(language, 'equipment'), [
      'readings',
      channel?.reading.isCalculated ? 'calculated' : name,
      channel?.name ?? '',
    ]) ?? metric
  const depth =
    channel?.layer === null || channel?.layer === undefined
      ? ''
      : ` ${channel.layer * (type.layers?.centimetres ?? 1)} cm`
  const circuit = channel?.circuit ? ` ${channel.circuit}` : ''
  return `${title}${circuit}${depth}${inUnit}`
}
