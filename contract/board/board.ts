import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest, type RowOf } from '../entity.ts'
import { choice, id, integer, lines, onlyWhen, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { referenceStates } from '../reference-states.ts'
import { deviceBrief, exploredSeries, keysPattern } from '../telemetry/explore-calls.ts'

const prefix = 'wfpf.farm.equipment.board'
export const cardKinds = {
  number: 'number',
  curve: 'curve',
  state: 'state',
  switch: 'switch',
  map: 'map',
  alarms: 'alarms',
  camera: 'camera',
} as const
export type CardKind = keyof typeof cardKinds
/** Whose a board is: one's own, everybody's of a role, or everybody's. Sharing needs the code that shares views of lists. */
const boardSharing = { mine: 'mine', role: 'role', all: 'all' } as const
export const mostCards = 30
/** Columns of a board on a wide screen, and rows that a card may take. */
export const boardColumns = 4
export const mostRows = 4
/** What a curve or a sparkline looks back on, in hours. */
export const usualHours = 24
const keysOrNone = new RegExp(`^$|${keysPattern.source}`)

/** Cards that a person put together of devices which they see. Whoever looks at it sees what they may see themselves, at that moment. */
export const board = entity('board', {
  module: 'equipment',
  stored: { view: 'board_view' },
  title: 'name',
  deletion: 'bin',
  permissions: { list: prefix, ...codes(`${prefix}.ps`, 'create', 'edit', 'delete') },
  api: {
    ...rest('wfpe/v1/{tenant}/board'),
    content: 'GET /wfpe/v1/{tenant}/board/{id}/content',
    series: 'GET /wfpe/v1/{tenant}/board/{id}/series',
  },
  fields: {
    id: id(),
    name: text({ required: true, max: 40 }),
    sharing: choice(boardSharing, { required: true }),
    roleId: onlyWhen('sharing', ['role'], ref('role', {}), 'needed'),
    ownerName: text({ readonly: true, max: 40 }),
    state: choice(referenceStates, { readonly: true }),
    /** In their order. Devices are no references: a board outlives them, and says so on the card. */
    cards: lines(
      {
        kind: choice(cardKinds, { required: true }),
        title: text({ max: 40 }),
        deviceId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        metric: text({ max: 60 }),
        /** Of a curve: `12:airTemperature,13:humidity.1`. */
        channels: text({ max: 1000, pattern: keysOrNone }),
        /** Of a map and of alarms: one base alone. */
        areaId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        cameraId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        hours: integer({ min: 1, max: 8784, unit: 'hour' }),
        width: integer({ required: true, min: 1, max: boardColumns }),
        height: integer({ required: true, min: 1, max: mostRows }),
      },
      { max: mostCards, detailOnly: true },
    ),
    description: text({ max: 200 }),
  },
})
export const boardScreen = entityScreen('board', board, {
  route: '/web/equipment/board',
  module: 'farm',
  group: 'equipment',
  icon: 'dashboard',
  at: 5,
})

export type Board = RowOf<typeof board>
export type BoardCard = NonNullable<Board['cards']>[number]

const key = z.coerce.number().int().positive()
export const boardContent = call({
  endpoint: board.api.content,
  summary: 'What the devices of a board say now, as far as the caller may see them',
  access: { code: board.permissions.list },
  input: z.object({ id: key }),
  answer: z.object({
    /** Whether the caller may change it. */
    own: z.boolean(),
    devices: z.array(
      deviceBrief.extend({
        readings: z.array(z.object({ metric: z.string(), value: z.number(), at: z.string() })),
      }),
    ),
  }),
})
export type BoardContent = z.infer<typeof boardContent.answer>
export const boardSeries = call({
  endpoint: board.api.series,
  summary: 'What the curves of a board draw, as far as the caller may see it',
  access: { code: board.permissions.list },
  input: z.object({ id: key }),
  answer: z.object({
    spans: z.array(
      z.object({
        hours: z.int(),
        from: z.string(),
        to: z.string(),
        stepMs: z.int(),
        series: z.array(exploredSeries),
      }),
    ),
  }),
})
export type BoardSeries = z.infer<typeof boardSeries.answer>
