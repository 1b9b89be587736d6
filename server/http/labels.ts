import type { Language } from '#contract/account/self.ts'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { storageName, type Entity } from '#contract/entity.ts'
import commonEn from '#locales/en-US/common.json' with { type: 'json' }
import contentEn from '#locales/en-US/content.json' with { type: 'json' }
import equipmentEn from '#locales/en-US/equipment.json' with { type: 'json' }
import farmEn from '#locales/en-US/farm.json' with { type: 'json' }
import inventoryEn from '#locales/en-US/inventory.json' with { type: 'json' }
import messageEn from '#locales/en-US/message.json' with { type: 'json' }
import systemEn from '#locales/en-US/system.json' with { type: 'json' }
import commonZh from '#locales/zh-CN/common.json' with { type: 'json' }
import contentZh from '#locales/zh-CN/content.json' with { type: 'json' }
import equipmentZh from '#locales/zh-CN/equipment.json' with { type: 'json' }
import farmZh from '#locales/zh-CN/farm.json' with { type: 'json' }
import inventoryZh from '#locales/zh-CN/inventory.json' with { type: 'json' }
import messageZh from '#locales/zh-CN/message.json' with { type: 'json' }
import systemZh from '#locales/zh-CN/system.json' with { type: 'json' }

interface EntityTexts {
  name: string
  fields: Record<string, string>
  options?: Record<string, Record<string, string>>
}
const modules = {
  'zh-CN': {
    content: contentZh,
    equipment: equipmentZh,
    farm: farmZh,
    inventory: inventoryZh,
    message: messageZh,
    system: systemZh,
  },
  'en-US': {
    content: contentEn,
    equipment: equipmentEn,
    farm: farmEn,
    inventory: inventoryEn,
    message: messageEn,
    system: systemEn,
  },
} as unknown as Record<Language, Record<string, Record<string, EntityTexts>>>
const common = { 'zh-CN': commonZh, 'en-US': commonEn }

const textsOf = (entity: Entity, language: Language) =>
  modules[language][entity.module]?.[storageName(entity)]

export const entityName = (entity: Entity, language: Language) =>
  modules[language][entity.module]?.[entity.name]?.name ?? entity.name

/** What a column is called, with its unit. */
export function columnTitle(entity: Entity, field: string, language: Language): string {
  const title = textsOf(entity, language)?.fields[field] ?? field
  const unit = entity.fields[field]?.unit
  return unit
    ? `${title} (${(common[language].units as Record<string, string>)[unit] ?? unit})`
    : title
}
/** What a code or a flag stands for. */
export function valueName(
  entity: Entity,
  name: string,
  value: unknown,
  language: Language,
): string {
  const field = entity.fields[name]!
  const { flags } = common[language]
  if (field.kind === 'flag')
    return name === 'enabledFlag'
      ? value === 1
        ? flags.enabled
        : flags.disabled
      : value === 1
        ? flags.yes
        : flags.no
  const code = Object.entries(field.codes ?? {}).find(([, one]) => one === value)?.[0]
  return (code && textsOf(entity, language)?.options?.[name]?.[code]) || String(value)
}

const devices = { 'zh-CN': equipmentZh, 'en-US': equipmentEn }
/** What the column of a measurement's time is called. */
export const timeTitle = (language: Language) => devices[language].device.lines.readings.at
/** What the column is called that says what a line of measurements is, and what stands in it. */
export const rowKindTitle = (language: Language) => devices[language].deviceData.rowKind
export const rowKind = (
  step: 'raw' | 'hour' | 'day',
  kind: 'mean' | 'min' | 'max' | 'sum' | null,
  language: Language,
): string => {
  const { rowKinds } = devices[language].deviceData
  return step === 'raw' || kind === null ? rowKinds.raw : rowKinds[step][kind]
}
/** What a channel of a device is called, with its circuit or depth and its unit. */
export function channelTitle(
  name: string,
  type: DeviceType,
  metric: string,
  language: Language,
): string {
  const channel = channelOf(type, metric)
  const readings = (devices[language].readings as Record<string, Record<string, string>>)[
    channel?.reading.isCalculated ? 'calculated' : name
  ]
  const title = readings?.[channel?.name ?? ''] ?? metric
  const depth =
    channel?.layer === null || channel?.layer === undefined
      ? ''
      : ` ${channel.layer * (type.layers?.centimetres ?? 1)} cm`
  const circuit = channel?.circuit ? ` ${channel.circuit}` : ''
  return `${title}${circuit}${depth}${channel?.reading.unit ? ` (${channel.reading.unit})` : ''}`
}

type Tree = { [name: string]: string | Tree }
const inventoryTexts = { 'zh-CN': inventoryZh, 'en-US': inventoryEn } as Record<Language, Tree>
/** A text about goods and stock, as the console has it. */
export function inventoryText(
  language: Language,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>(
      (tree, name) => (typeof tree === 'object' ? tree[name] : undefined),
      inventoryTexts[language],
    )
  return typeof found === 'string'
    ? found.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole))
    : key
}
