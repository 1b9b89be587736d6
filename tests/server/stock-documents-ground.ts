import { documents } from '#contract/inventory/document.ts'
import { oneStore } from './ground.ts'
import { day, refusal } from './stock.ts'

export const { app, mine, store } = await oneStore()
export const make = (
  kind: keyof typeof documents,
  body: Record<string, unknown>,
  language = 'zh-CN',
) =>
  refusal(
    mine.admin.send(
      documents[kind].api.create!,
      { occurredOn: day(), ...body },
      { 'accept-language': language },
    ),
  )
