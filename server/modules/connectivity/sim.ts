import { sql } from 'kysely'
import {
  bindSim,
  orderSim,
  renewSim,
  saveSimUsage,
  simAllows,
  simCard,
  simOperations,
  simSummary,
  simUsage,
  type SimOperation,
  type SimStanding,
  type SimState,
} from '#contract/connectivity/sim.ts'
import { device } from '#contract/equipment/device.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable, HttpError } from '#server/db/http-error.ts'
import {
  complaintOf,
  keepMonth,
  keepStanding,
  noteOperation,
  notePlatform,
  thisMonth,
  wayOf,
} from '#server/modules/connectivity/engine/sim/cards.ts'
import { crud, demand } from '#server/http/crud.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { editsDevice, seenDevice } from '#server/modules/equipment/device-access.ts'
import { simPlatforms } from './sim-platforms.ts'

const mostMonths = 24
const mostOperations = 100
const platformOf = (card: Row) => (card.platformId as number | null) ?? null

/**
 * IoT cards: a mirror of their carrier where one is configured, which alone moves them; kept by
 * hand elsewhere.
 */
export function simCards(app: Services): void {
  const { carriers } = app
  crud(app, simCard, {
    prepare: async (values, before, { tx }, { actor }) => {
      const given = {
        ...values,
        ...('usedMb' in values && { usedMb: values.usedMb ?? 0 }),
      } as Record<string, unknown>
      if (!before) return given
      const platform =
        given.platformId === undefined
          ? platformOf(before)
          : ((given.platformId as number | null) ?? null)
      const isMoved = given.state !== undefined && given.state !== before.state
      const isCounted = given.usedMb !== undefined && Number(given.usedMb) !== Number(before.usedMb)
      if ((isMoved || isCounted) && (await wayOf(tx, platform, carriers)))
        throw invalidFields({ [isMoved ? 'state' : 'usedMb']: { code: 'sim.of_carrier' } })
      if (isMoved)
        await noteOperation(
          tx,
          before.id,
          'state',
          actor.accountId,
          `${String(before.state)} → ${String(given.state)}`,
        )
      if (isCounted) await keepMonth(tx, before.id, thisMonth(), Number(given.usedMb))
      return given
    },
    after: async (action, row, { tx }) => {
      if (action === 'create') await keepMonth(tx, row.id, thisMonth(), Number(row.usedMb ?? 0))
    },
  })
  const standingOf = async (tx: Tx, id: number): Promise<SimStanding> => {
    const card = await demand(tx, simCard, id, 'show')
    const months = await rows<{ month: string; usedMb: number }>(
      tx,
      sql`select to_char(month, 'YYYY-MM') as month, used_mb from sim_usage where card_id = ${id}
        order by month desc limit ${mostMonths}`,
    )
    const pool = card.poolName
      ? await row<NonNullable<SimStanding['pool']>>(
          tx,
          sql`select cards::int, coalesce(used_mb, 0)::float8 as used_mb, coalesce(quota_mb,
            0)::float8 as quota_mb from furrow_sim_pool(furrow_tenant(), ${String(card.poolName)})`,
        )
      : null
    const way = await wayOf(tx, platformOf(card), carriers)
    return {
      months: months.reverse(),
      hasCarrier: way !== null,
      takesRenewals: way?.carrier.renew !== undefined,
      pool,
    }
  }
  serve(app, simSummary, (_input, { read }) =>
    read(async (tx) => {
      const found = await rows<{ warning: string; total: number; bound: number }>(
        tx,
        sql`select warning, count(*)::int as total, count(device_id)::int as bound from sim_card_view group by warning`,
      )
      const sum = (of: 'total' | 'bound') => found.reduce((all, one) => all + one[of], 0)
      return {
        total: sum('total'),
        bound: sum('bound'),
        warnings: Object.fromEntries(
          found
            .filter(({ warning }) => warning !== 'fine')
            .map(({ warning, total }) => [warning, total]),
        ),
      }
    }),
  )
  serve(app, simUsage, ({ id }, { read }) => read((tx) => standingOf(tx, id)))
  serve(app, saveSimUsage, ({ id, months }, { write }) =>
    write(async ({ tx, audit, announce }) => {
      const card = await demand(tx, simCard, id, 'edit')
      for (const { month, usedMb } of months) await keepMonth(tx, id, month, usedMb)
      await audit({
        entity: simCard.name,
        recordId: id,
        title: String(card.iccid),
        action: 'edit',
        after: { months },
      })
      await announce({ resource: simCard.name, ids: [id], kind: 'updated' })
      return standingOf(tx, id)
    }),
  )
  serve(app, simOperations, ({ id }, { read }) =>
    read(async (tx) => {
      await demand(tx, simCard, id, 'show')
      return rows<SimOperation>(
        tx,
        sql`select o.id, o.at, o.kind, o.ok_flag, o.detail, a.real_name from sim_operation o left
          join account a on a.id = o.account_id where o.card_id = ${id}
          order by o.at desc, o.id desc limit ${mostOperations}`,
      )
    }),
  )
  /**
   * Asks a carrier outside of any transaction, for it takes the time it takes, and writes down what
   * it said or complained of.
   */
  const asked = async (
    id: number,
    kind: 'activate' | 'suspend' | 'resume' | 'synchronize' | 'renew',
    detail: string,
    work: (
      tx: Tx,
      card: Row,
    ) => Promise<(() => Promise<Parameters<typeof keepStanding>[2]>) | null>,
    { read, write, actor }: SignedIn,
    otherwise?: (tx: Tx) => Promise<unknown>,
  ): Promise<Row> => {
    const { card, ask } = await read(async (tx) => {
      const found = await demand(tx, simCard, id, 'show')
      return { card: found, ask: await work(tx, found) }
    })
    const platform = platformOf(card)
    const said =
      ask &&
      (await ask().catch(async (error: unknown) => {
        await write(async ({ tx }) => {
          await notePlatform(tx, platform, complaintOf(error))
          await noteOperation(tx, id, kind, actor.accountId, complaintOf(error), false)
        })
        throw new HttpError(502, 'sim.carrier', { params: { reason: complaintOf(error) } })
      }))
    return write(async ({ tx, audit, announce }): Promise<Row> => {
      await lockRow(tx, simCard, id)
      const before = await demand(tx, simCard, id, 'show')
      if (said) {
        await keepStanding(tx, id, said, actor.accountId)
        await notePlatform(tx, platform, null)
      } else await otherwise?.(tx)
      await noteOperation(tx, id, kind, actor.accountId, detail)
      const after = (await showRow(tx, simCard, id))!
      await audit({
        entity: simCard.name,
        recordId: id,
        title: String(before.iccid),
        action: 'edit',
        before,
        after,
      })
      await announce({ resource: simCard.name, ids: [id], kind: 'updated' })
      return after
    })
  }
  serve(app, orderSim, ({ id, order }, context) =>
    asked(
      id,
      order,
      '',
      async (tx, card) => {
        const way = await wayOf(tx, platformOf(card), carriers)
        if (!way) throw unprocessable('sim.no_carrier')
        if (!simAllows[order].includes(card.state as SimState))
          throw new HttpError(409, 'error.state', { extra: { current: card } })
        return () => way.carrier.order(String(card.iccid), order)
      },
      context,
    ),
  )
  serve(app, renewSim, async ({ id, expiresOn, quotaMb = null, amount = null, note }, context) => {
    const detail = [
      `→ ${expiresOn}`,
      quotaMb === null ? '' : `${quotaMb} MB`,
      amount === null ? '' : `¥${amount}`,
      note ?? '',
    ]
      .filter(Boolean)
      .join(' · ')
    // What a carrier said of its end stands; where none is asked it is written down.
    const byHand = (tx: Tx) =>
      sql`update sim_card set expires_on = ${expiresOn}::date, quota_mb = coalesce(${quotaMb},
        quota_mb), object_version_number = object_version_number + 1, last_update_date = now(),
        last_updated_by = ${context.actor.accountId} where id = ${id}`.execute(tx)
    return asked(
      id,
      'renew',
      detail,
      async (tx, card) => {
        if (card.expiresOn && expiresOn < String(card.expiresOn))
          throw invalidFields({ expiresOn: { code: 'sim.earlier' } })
        const renew = (await wayOf(tx, platformOf(card), carriers))?.carrier.renew
        return renew ? () => renew(String(card.iccid), { expiresOn, quotaMb, amount }) : null
      },
      context,
      byHand,
    )
  })
  serve(app, bindSim, ({ id, deviceId }, { write, codes, actor }) =>
    write(async ({ tx, audit, announce }) => {
      await lockRow(tx, simCard, id)
      const card = await demand(tx, simCard, id, 'bind')
      const iccid = String(card.iccid)
      const held = await row<{ id: number; name: string; deviceType: string }>(
        tx,
        sql`select id, name, device_type from device where iccid = ${iccid} order by id limit 1 for update`,
      )
      if (held && held.id === deviceId) return card
      if (held && deviceId !== null)
        throw invalidFields({ deviceId: { code: 'sim.bound', params: { name: held.name } } })
      const found =
        deviceId === null
          ? held
          : ((await seenDevice(tx, deviceId, codes)) as Row & { name: string; deviceType: string })
      if (!found) return card
      editsDevice(codes, found.deviceType)
      const other = deviceId === null ? null : (found as unknown as { iccid: string | null }).iccid
      if (other)
        throw invalidFields({ deviceId: { code: 'sim.device_has', params: { iccid: other } } })
      await sql`update device set iccid = ${deviceId === null ? null : iccid},
        object_version_number = object_version_number + 1, last_update_date = now(),
        last_updated_by = ${actor.accountId} where id = ${found.id}`.execute(tx)
      await noteOperation(
        tx,
        id,
        deviceId === null ? 'unbind' : 'bind',
        actor.accountId,
        found.name,
      )
      await audit({
        entity: device.name,
        recordId: found.id,
        title: found.name,
        action: 'edit',
        before: { iccid: deviceId === null ? iccid : null },
        after: { iccid: deviceId === null ? null : iccid },
      })
      await announce({ resource: device.name, ids: [found.id], kind: 'updated' })
      await announce({ resource: simCard.name, ids: [id], kind: 'updated' })
      return (await showRow(tx, simCard, id))!
    }),
  )
  simPlatforms(app)
}
