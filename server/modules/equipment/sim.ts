import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { orderSim, saveSimUsage, simAllows, simCard, simUsage, type SimStanding, type SimState } from '#contract/equipment/sim.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { refused, Refusal } from '#server/db/failure.ts'
import type { Carrier } from '#server/engines/sim/carrier.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'

const mostMonths = 24

const keepMonth = (tx: Tx, card: number, month: string, usedMb: number) => sql`insert into sim_usage (card_id, month, used_mb) values (${card}, ${`${month}-01`}::date, ${usedMb})
  on conflict (tenant_id, card_id, month) do update set used_mb = excluded.used_mb`.execute(tx)
const thisMonth = () => new Date().toISOString().slice(0, 7)

/** IoT cards: a mirror of their carrier, which alone moves them. `carrier`: null where none is configured. */
export function simCards(app: FastifyInstance, carrier: Carrier | null): void {
  crud(app, simCard, {
    prepare: async (values) => ({ ...values, ...('usedMb' in values && { usedMb: values.usedMb ?? 0 }) }),
    after: async (action, row, { tx }) => {
      if (action === 'create') await keepMonth(tx, row.id, thisMonth(), Number(row.usedMb ?? 0))
    },
  })
  const standingOf = async (tx: Tx, id: number): Promise<SimStanding> => {
    await demand(tx, simCard, id, 'show')
    const months = await rows<{ month: string; usedMb: number }>(tx, sql`select to_char(month, 'YYYY-MM') as month, used_mb from sim_usage where card_id = ${id} order by month desc limit ${mostMonths}`)
    return { months: months.reverse(), hasCarrier: carrier !== null }
  }
  serve(app, simUsage, ({ id }, { read }) => read((tx) => standingOf(tx, id)))
  serve(app, saveSimUsage, ({ id, months }, { write }) => write(async ({ tx, audit, announce }) => {
    const row = await demand(tx, simCard, id, 'edit')
    for (const { month, usedMb } of months) await keepMonth(tx, id, month, usedMb)
    await audit({ entity: simCard.name, recordId: id, title: String(row.iccid), action: 'edit', after: { months } })
    await announce({ resource: simCard.name, ids: [id], kind: 'updated' })
    return standingOf(tx, id)
  }))
  serve(app, orderSim, async ({ id, order }, { read, write, actor }) => {
    const card = await read((tx) => demand(tx, simCard, id, 'show'))
    if (!carrier) throw refused('sim.no_carrier')
    if (!simAllows[order].includes(card.state as SimState)) throw new Refusal(409, 'error.state', { extra: { current: card } })
    // Not within a transaction: the carrier takes the time it takes.
    const said = await carrier.order(String(card.iccid), order).catch(() => Promise.reject(new Refusal(502, 'sim.carrier')))
    return write(async ({ tx, audit, announce }): Promise<Row> => {
      await lockRow(tx, simCard, id)
      const before = await demand(tx, simCard, id, 'show')
      const { state, usedMb = before.usedMb, quotaMb = before.quotaMb, expiresOn = before.expiresOn } = said
      await sql`update sim_card set state = ${state}, used_mb = ${usedMb}, quota_mb = ${quotaMb}, expires_on = ${expiresOn}, synchronized_at = now(), object_version_number = object_version_number + 1,
        last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}`.execute(tx)
      if (said.usedMb !== undefined) await keepMonth(tx, id, thisMonth(), said.usedMb)
      const after = (await showRow(tx, simCard, id))!
      await audit({ entity: simCard.name, recordId: id, title: String(before.iccid), action: 'edit', before, after })
      await announce({ resource: simCard.name, ids: [id], kind: 'updated' })
      return after
    })
  })
}
