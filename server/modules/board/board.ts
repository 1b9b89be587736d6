import { sql } from 'kysely'
import { shareCode } from '#contract/account/list-views.ts'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import {
  board,
  boardContent,
  boardSeries,
  cardKinds,
  usualHours,
  type BoardCard,
  type BoardContent,
  type BoardSeries,
} from '#contract/board/board.ts'
import { watchCode } from '#contract/camera/camera.ts'
import { channelKey, channelOfKey, type DeviceBrief } from '#contract/telemetry/explore-calls.ts'
import type { Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { exploreOf } from '#server/modules/telemetry/engine/explore.ts'
import { crud, demand, type Hooks } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { briefsOf, openChannels } from '#server/modules/telemetry/explore.ts'

type Codes = ReadonlySet<string>
const hourMs = 3_600_000
const keysOf = ({ channels }: BoardCard) => (channels ?? '').split(',').filter(Boolean)
const spanOf = ({ hours }: BoardCard) => hours ?? usualHours
/** Every device that a card speaks of. */
const devicesOf = (cards: readonly BoardCard[]) => [
  ...new Set(
    cards.flatMap((card) => [
      ...(card.deviceId ? [card.deviceId] : []),
      ...keysOf(card).map((key) => channelOfKey(key).deviceId),
    ]),
  ),
]
const cardsOf = (row: Row) => (row.cards ?? []) as BoardCard[]
const named = ({ kind, deviceId, metric, channels, cameraId }: BoardCard) =>
  JSON.stringify([kind, deviceId ?? null, metric ?? null, channels ?? '', cameraId ?? null])

const line = (at: number, code: string) =>
  invalidFields({ cards: { code, params: { at: at + 1 } } })
/** What a card of its kind must name. Errors: 422 with its place. */
function checkCard(at: number, card: BoardCard, devices: ReadonlyMap<number, DeviceBrief>): void {
  const { kind, deviceId, metric } = card
  if (kind === 'map' || kind === 'alarms' || kind === cardKinds.camera) return
  const keys =
    kind === 'curve'
      ? keysOf(card).map(channelOfKey)
      : kind === 'state'
        ? []
        : deviceId
          ? [{ deviceId, metric: metric ?? '' }]
          : []
  if (kind === 'curve' ? keys.length === 0 : !deviceId) throw line(at, 'board.device')
  for (const id of kind === 'curve' ? keys.map((key) => key.deviceId) : [deviceId!])
    if (devices.get(id)?.standing !== 'shown') throw line(at, 'board.device')
  for (const one of keys) {
    const type = deviceTypeNamed(devices.get(one.deviceId)!.deviceType!)
    if (
      kind === 'switch'
        ? one.metric !== '' && !placeOf(type, one.metric)
        : !channelOf(type, one.metric)
    )
      throw line(at, 'board.metric')
  }
}
/** Cameras of cards that whoever puts them there may watch. */
async function camerasSeen(
  tx: Tx,
  cards: readonly BoardCard[],
  codes: Codes,
): Promise<ReadonlySet<number>> {
  const ids = cards.flatMap(({ cameraId }) => cameraId ?? [])
  if (ids.length === 0 || !codes.has(watchCode)) return new Set()
  const found = await rows<{ id: number }>(
    tx,
    sql`select id from camera where id = any(${ids}::bigint[])`,
  )
  return new Set(found.map(({ id }) => id))
}
/**
 * Shared by who may share, and with cards of devices that whoever puts them there may see; those
 * that stood there before stay.
 */
const prepare: Hooks['prepare'] = async (values, before, { tx }, { codes, actor }) => {
  const now = { ...before, ...values } as { sharing: string; roleId?: number | null }
  if (before && !mayChange(before, codes, actor.accountId))
    throw new HttpError(403, 'board.foreign')
  if (now.sharing !== 'mine' && !codes.has(shareCode))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [shareCode] } })
  if (now.sharing === 'role' && !now.roleId)
    throw invalidFields({ roleId: { code: 'field.required' } })
  if (values.cards) {
    const cards = values.cards as BoardCard[]
    const known = new Set(before ? cardsOf(before).map(named) : [])
    const devices = new Map(
      (await briefsOf(tx, devicesOf(cards), codes)).map((one) => [one.id, one]),
    )
    const cameras = await camerasSeen(tx, cards, codes)
    for (const [at, card] of cards.entries())
      if (card.kind === cardKinds.camera && !known.has(named(card)) && !cameras.has(card.cameraId!))
        throw line(at, 'board.camera')
    for (const [at, card] of cards.entries())
      if (!known.has(named(card))) checkCard(at, card, devices)
  }
  return { ...values, ...(now.sharing !== 'role' && { roleId: null }) }
}
const mayChange = (row: Row, codes: Codes, account: number) =>
  row.createdBy === account || (row.sharing !== 'mine' && codes.has(shareCode))

/** Boards of cards, and what they show to whoever looks. */
export function boards(app: Services): void {
  crud(app, board, {
    prepare,
    beforeRemove: async (row, _write, { codes, actor }) => {
      if (!mayChange(row, codes, actor.accountId)) throw new HttpError(403, 'board.foreign')
    },
  })
  serve(app, boardContent, ({ id }, { read, codes, actor }) =>
    read(async (tx): Promise<BoardContent> => {
      const row = await demand(tx, board, id, 'show')
      const cards = cardsOf(row)
      const devices = await briefsOf(tx, devicesOf(cards), codes)
      const shown = devices.flatMap(({ id: one, standing }) => (standing === 'shown' ? [one] : []))
      const latest = await latestOf(tx, shown)
      return {
        own: codes.has(board.permissions.edit) && mayChange(row, codes, actor.accountId),
        devices: devices.map((one) => ({
          ...one,
          readings: latest
            .filter(({ deviceId }) => deviceId === one.id)
            .map(({ metric, value, at }) => ({ metric, value, at })),
        })),
      }
    }),
  )
  serve(app, boardSeries, ({ id }, { read, codes }) =>
    read(async (tx): Promise<BoardSeries> => {
      const cards = cardsOf(await demand(tx, board, id, 'show'))
      const devices = await briefsOf(tx, devicesOf(cards), codes)
      const drawn = cards.filter(({ kind }) => kind === 'curve' || kind === 'number')
      const now = Date.now()
      const spans: BoardSeries['spans'] = []
      for (const hours of new Set(drawn.map(spanOf))) {
        const keys = [
          ...new Set(
            drawn
              .filter((card) => spanOf(card) === hours)
              .flatMap((card) =>
                card.kind === 'curve'
                  ? keysOf(card)
                  : card.deviceId && card.metric
                    ? [channelKey(card.deviceId, card.metric)]
                    : [],
              ),
          ),
        ]
        const [from, to] = [
          new Date(now - hours * hourMs).toISOString(),
          new Date(now).toISOString(),
        ]
        const { stepMs, series } = await exploreOf(tx, openChannels(keys, devices), from, to)
        spans.push({ hours, from, to, stepMs, series })
      }
      return { spans }
    }),
  )
}
const latestOf = (tx: Tx, ids: readonly number[]) =>
  rows<{ deviceId: number; metric: string; value: number; at: string }>(
    tx,
    sql`select device_id, metric, value, at from device_latest
      where device_id = any(${[...ids]}::bigint[]) order by metric`,
  )
