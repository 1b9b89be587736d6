import { entities } from '#contract/domains.ts'
import { oneFarm } from './ground.ts'
import { columnTitle } from '#server/i18n/labels.ts'

export const { app, mine } = await oneFarm()

export const titleOf = (entity: string, field: string, language: 'zh-CN' | 'en-US' = 'zh-CN') =>
  columnTitle(
    entities.find(({ name }) => name === entity)!,
    field,
    language,
  )
