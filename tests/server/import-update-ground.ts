import type { Entity } from '#contract/entity.ts'
import { callOf } from '#contract/entity-calls.ts'
import { columnTitle } from '#server/i18n/labels.ts'
import { oneFarm } from './ground.ts'
import { type Made } from './samples.ts'

export const { app, mine } = await oneFarm()
export const update = { name: 'rows.csv', mode: 'update' } as const
export const title = (entity: Entity, name: string) => columnTitle(entity, name, 'zh-CN')
export const shown = (entity: Entity, id: number, client = mine.admin) =>
  client.call(callOf(entity, 'show'), { id }) as Promise<Made>
