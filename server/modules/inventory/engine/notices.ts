import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { stockScreen } from '#contract/inventory/stock.ts'
import { changed, rows, type Database, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { announce } from '#server/live/events.ts'
import { letterPage, postLetters } from '#server/live/letters.ts'

/** The texts of a notice, in a language. */
type SayStock = (
  language: Language,
  key: string,
  params?: Record<string, string | number>,
) => string
interface Due {
  id: number
  warehouse: string
  areaId: number | null
  skuId: number
  name: string
  lot: string | null
  expiresOn: string | null
  quantity: number
  together: number
  minimum: number | null
  unit: string | null
  enUnit: string | null
  warning: string
  alsoWarning: string | null
  told: string
}
/** What is told; that there is more than enough is only shown. */
const told: ReadonlySet<string> = new Set(['negative', 'expired', 'expiring', 'low'])
const mostLines = 20
const mostRows = 2000

/**
 * Tells whoever may look at stock of what has run short, gone below nothing, expired or will soon,
 * on the bases that they see.
 */
export async function tellOfStock(tx: Tx, tenant: number, say: SayStock): Promise<number> {
  const due = await rows<Due>(
    tx,
    sql`select v.id, w.name as warehouse, w.area_id, v.sku_id, k.name, v.lot, v.expires_on,
      v.quantity, v.minimum, v.unit_name as unit, u.en_name as en_unit, v.warning,
      v.also_warning, b.told,
      sum(v.quantity) over (partition by v.warehouse_id, v.sku_id) as together
    from stock_balance_view v join stock_balance b on b.tenant_id = v.tenant_id and b.id = v.id
    join warehouse w on w.tenant_id = v.tenant_id and w.id = v.warehouse_id
    join sku_view k on k.tenant_id = v.tenant_id and k.id = v.sku_id
    left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    where concat_ws('+', v.warning, v.also_warning) <> b.told order by v.id limit ${mostRows}`,
  )
  if (due.length === 0) return 0
  const now = due.map(({ id, warning, alsoWarning }) => ({
    id,
    warning: alsoWarning ? `${warning}+${alsoWarning}` : warning,
  }))
  await changed(
    tx,
    sql`update stock_balance b set told = d.warning
      from jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as d(id bigint, warning text)
      where b.id = d.id`,
  )
  // That a thing is short is said once of all its lots.
  const lines = [
    ...new Map(
      due
        .flatMap((one) =>
          [one.warning, one.alsoWarning ?? 'fine']
            .filter((warning) => told.has(warning) && !one.told.split('+').includes(warning))
            .map((warning) => ({ ...one, warning })),
        )
        .map((one) => [
          one.warning === 'low' ? `${one.warehouse}/${one.skuId}` : String(one.id),
          one,
        ]),
    ).values(),
  ]
  if (lines.length === 0) return 0
  const people = await rows<{ accountId: number; language: Language }>(
    tx,
    sql`select m.account_id, a.language from member m join account a on a.id = m.account_id
      and a.enabled_flag = 1 where m.enabled_flag = 1 order by m.account_id`,
  )
  const hears = await listenersOf(
    tx,
    tenant,
    people.map(({ accountId }) => accountId),
    stockScreen.permission!,
  )
  let count = 0
  for (const person of people) {
    const own = lines.filter(({ areaId }) => hears(person.accountId, areaId))
    if (own.length === 0) continue
    const { language } = person
    const sentences = own.slice(0, mostLines).map((one) =>
      say(language, `stockNotice.${one.warning}`, {
        name: one.lot && one.warning !== 'low' ? `${one.name} ${one.lot}` : one.name,
        warehouse: one.warehouse,
        date: one.expiresOn ?? '',
        quantity: one.warning === 'low' ? one.together : one.quantity,
        minimum: one.minimum ?? 0,
        unit: (language === 'en-US' && one.enUnit) || (one.unit ?? ''),
      }),
    )
    const more =
      own.length > mostLines
        ? [say(language, 'stockNotice.more', { count: own.length - mostLines })]
        : []
    const [only] = new Set(own.map(({ warning }) => warning)).size === 1 ? own : []
    const link = only ? `${stockScreen.route}?warning=${only.warning}` : stockScreen.route
    await postLetters(tx, 'NOTIFY', [
      {
        accountId: person.accountId,
        subject: say(language, 'stockNotice.subject', { count: own.length }),
        content: letterPage([...sentences, ...more], link, say(language, 'stockNotice.open')),
        sender: say(language, 'stockNotice.sender'),
      },
    ])
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account: person.accountId,
    })
    count += 1
  }
  return count
}

const everyMs = 10 * 60_000
/** Looks every ten minutes until told to stop. */
export const watchWarnings = (
  db: Database,
  say: SayStock,
  report: (error: unknown) => void,
): (() => Promise<void>) =>
  everySoOften(
    everyMs,
    () =>
      eachTenant(db, 'stock notices', (tenant) =>
        db.write(tenant, (tx) => tellOfStock(tx, tenant, say)),
      ),
    report,
  )
