import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { approvalProcess, approvalProcessScreen } from '#contract/approval/process.ts'
import { alarmContact, alarmContactScreen } from '#contract/alarm/alarm-contact.ts'
import { alarmRule, alarmRuleScreen } from '#contract/alarm/alarm-rule.ts'
import { board, boardScreen } from '#contract/board/board.ts'
import { controlRule, controlRuleScreen } from '#contract/automation/control-rule.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { deviceGroup, deviceGroupScreen } from '#contract/automation/device-group.ts'
import { screenEditCode } from '#contract/account/screen-calls.ts'
import { watchCode } from '#contract/camera/camera.ts'
import { wallScreen } from '#contract/camera/layout.ts'
import { corporationScreen } from '#contract/system/corporation.ts'
import { role, roleScreen } from '#contract/system/role.ts'
import { user, userScreen } from '#contract/system/user.ts'
import { calculation, calculationScreen } from '#contract/telemetry/calculation.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { rowsIn } from '#server/db/scope.ts'
import { scopeNow } from '#server/http/author.ts'
import { holdersOf } from '#server/http/listeners.ts'
import { announce } from '#server/live/events.ts'
import { html } from '#server/live/letters.ts'

/** The texts of a notice, in a language. */
type SayReference = (
  language: Language,
  key: string,
  params?: Record<string, string | number>,
) => string
/**
 * What may name what is gone: where it stands, where its state is looked up, and who mends it.
 * `own`: whoever made it, alone.
 */
const kinds = {
  controlRule: {
    entity: controlRule,
    screen: controlRuleScreen,
    filter: 'state',
    from: sql`select id, name, state, last_updated_by from control_rule`,
  },
  alarmRule: {
    entity: alarmRule,
    screen: alarmRuleScreen,
    filter: 'state',
    from: sql`select id, name, state, last_updated_by from alarm_rule`,
  },
  deviceGroup: {
    entity: deviceGroup,
    screen: deviceGroupScreen,
    filter: 'state',
    from: sql`select id, name, state, last_updated_by from device_group`,
  },
  alarmContact: {
    entity: alarmContact,
    screen: alarmContactScreen,
    filter: 'state',
    from: sql`select id, name, state, last_updated_by from alarm_contact`,
  },
  approvalProcess: {
    entity: approvalProcess,
    screen: approvalProcessScreen,
    filter: 'referenceState',
    from: sql`select id, name, reference_state, last_updated_by from approval_process`,
  },
  role: {
    entity: role,
    screen: roleScreen,
    filter: 'scopeState',
    from: sql`select id, name, scope_state, last_updated_by from role_view`,
  },
  user: {
    entity: user,
    screen: userScreen,
    filter: 'scopeState',
    from: sql`select id, real_name, scope_state, last_updated_by from member_view`,
  },
  board: {
    entity: board,
    screen: boardScreen,
    filter: 'state',
    own: true,
    from: sql`select id, name, state, created_by from board_view`,
  },
  calculation: {
    entity: calculation,
    screen: calculationScreen,
    filter: 'state',
    from: sql`select id, name, state, last_updated_by from calculation_view`,
  },
  cameraLayout: {
    code: watchCode,
    screen: wallScreen,
    own: true,
    from: sql`select id, name, case when furrow_gone('camera', camera_ids) = '{}' then 'active' else 'broken' end, account_id
      from camera_layout`,
  },
  screen: {
    code: screenEditCode,
    screen: corporationScreen,
    from: sql`select id, screen_name, case when furrow_gone('device',
      array(select (c->>'deviceId')::bigint from jsonb_array_elements(channels) c)) = '{}' then 'active' else 'broken' end, null::bigint
      from tenant_screen`,
  },
  strategy: {
    entity: device,
    screen: deviceManagerScreen,
    filter: 'state',
    from: sql`select id, name, furrow_strategy_state(trigger), last_updated_by from gateway_strategy
      where removed_flag = 0`,
  },
} as const
type Kind = keyof typeof kinds
interface Broken {
  what: Kind
  id: number
  name: string
  state: 'broken' | 'orphaned' | 'hidden'
  byId: number | null
}
const mendingCode = (kind: (typeof kinds)[Kind]) =>
  'code' in kind ? kind.code : kind.entity.permissions.edit
/** What is shown by its number in the address, where no list has its state. */
const openBy = { cameraLayout: 'layout', screen: 'screen' } as const
const mostLines = 20
/** Strategies stand on the page of their gateway: whoever has gateways alone finds it there. */
const gateways = devicesByType.find(({ type }) => (deviceTypes[type] as DeviceType).strategies)!

/**
 * Tells whoever can mend it, once, of what names something that was deleted or acts for somebody
 * who has left. Answers how many were told.
 */
export async function tellOfReferences(tx: Tx, tenant: number, say: SayReference): Promise<number> {
  const broken = await rows<Broken>(
    tx,
    sql`select * from (${sql.join(
      Object.entries(kinds).map(
        ([what, { from }]) =>
          sql`select ${sql.lit(what)} as what, found.* from (${from}) as found (id, name, state, by_id)`,
      ),
      sql` union all `,
    )}) found
    where state in ('broken', 'orphaned') order by what, id`,
  )
  broken.push(...(await hiddenLayouts(tx, broken)))
  const told = await rows<{ what: string; recordId: number; state: string }>(
    tx,
    sql`select what, record_id, state from reference_told`,
  )
  const key = (what: string, id: number, state: string) => `${what}/${id}/${state}`
  const known = new Set(told.map(({ what, recordId, state }) => key(what, recordId, state)))
  const still = new Set(broken.map(({ what, id, state }) => key(what, id, state)))
  for (const { what, recordId } of told.filter(
    (one) => !still.has(key(one.what, one.recordId, one.state)),
  ))
    await sql`delete from reference_told where what = ${what} and record_id = ${recordId}`.execute(
      tx,
    )
  const fresh = broken.filter(({ what, id, state }) => !known.has(key(what, id, state)))
  if (fresh.length === 0) return 0
  await sql`insert into reference_told (what, record_id, state) select what, id, state
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as f(what text, id bigint, state text)`.execute(
    tx,
  )

  const people = await rows<{ accountId: number; language: Language }>(
    tx,
    sql`select m.account_id, a.language from member m join account a on a.id = m.account_id
      and a.enabled_flag = 1 where m.enabled_flag = 1 order by m.account_id`,
  )
  const accounts = people.map(({ accountId }) => accountId)
  const holders = async (code: string) =>
    new Map(
      (await holdersOf(tx, tenant, accounts, code)).map(({ accountId, seesAll }) => [
        accountId,
        seesAll,
      ]),
    )
  const mending = new Map<Kind, Map<number, boolean>>()
  for (const what of new Set(fresh.map((one) => one.what)))
    mending.set(what, await holders(mendingCode(kinds[what])))
  const standsOn = await gatewaysOf(tx, fresh)
  const all = standsOn.size > 0 ? await holders(device.permissions.list) : null
  const some =
    standsOn.size > 0 ? await holders(deviceTypes[gateways.type].permissions.edit) : new Map()
  for (const [accountId, seesAll] of some)
    if (!mending.get('strategy')!.has(accountId)) mending.get('strategy')!.set(accountId, seesAll)
  const linkOf = ({ what, id, state }: Broken, accountId: number) =>
    what === 'strategy'
      ? `${(all?.has(accountId) ? deviceManagerScreen : gateways.screen).route}/data/${standsOn.get(id)}`
      : what === 'cameraLayout' || what === 'screen'
        ? `${kinds[what].screen.route}?${openBy[what]}=${id}`
        : `${kinds[what].screen.route}?${kinds[what].filter}=${state}`
  let count = 0
  for (const { accountId, language } of people) {
    const own = fresh.filter(({ what, byId }) => {
      const seesAll = mending.get(what)!.get(accountId)
      return seesAll !== undefined && (byId === accountId || (seesAll && !('own' in kinds[what])))
    })
    if (own.length === 0) continue
    const lines = own
      .slice(0, mostLines)
      .map(
        (one) =>
          `<p><a href="${linkOf(one, accountId)}">${html(say(language, `referenceNotice.${one.state}`, { what: say(language, `uses.${one.what}`), name: one.name }))}</a></p>`,
      )
    const more =
      own.length > mostLines
        ? [
            `<p>${html(say(language, 'referenceNotice.more', { count: own.length - mostLines }))}</p>`,
          ]
        : []
    await sql`insert into user_message (account_id, subject, content, published_by_user)
      values (${accountId}, ${say(language, 'referenceNotice.subject', { count: own.length })},
      ${[...lines, ...more].join('')}, ${say(language, 'referenceNotice.sender')})`.execute(tx)
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account: accountId,
    })
    count += 1
  }
  return count
}

/**
 * Layouts of the wall with cameras that whoever made them sees no longer, though they are there.
 */
async function hiddenLayouts(tx: Tx, broken: readonly Broken[]): Promise<Broken[]> {
  const layouts = await rows<{ id: number; name: string; byId: number; cameraIds: number[] }>(
    tx,
    sql`select l.id, l.name, l.account_id as by_id, l.camera_ids from camera_layout l
      join member m on m.tenant_id = l.tenant_id and m.account_id = l.account_id and m.enabled_flag = 1
      where not l.id = any(${broken.flatMap(({ what, id }) => (what === 'cameraLayout' ? [id] : []))}::bigint[])
      order by l.account_id, l.id`,
  )
  const hidden: Broken[] = []
  for (const { cameraIds, ...one } of layouts) {
    const seen = await rowsIn(tx, await scopeNow(tx, one.byId), 'camera', cameraIds)
    if (cameraIds.some((id) => !seen.has(id)))
      hidden.push({ ...one, what: 'cameraLayout', state: 'hidden' })
  }
  return hidden
}

/** The gateways of the strategies among these. */
async function gatewaysOf(tx: Tx, broken: readonly Broken[]): Promise<Map<number, number>> {
  const ids = broken.flatMap(({ what, id }) => (what === 'strategy' ? [id] : []))
  const found = await rows<{ id: number; deviceId: number }>(
    tx,
    sql`select id, device_id from gateway_strategy where id = any(${ids}::bigint[])`,
  )
  return new Map(found.map(({ id, deviceId }) => [id, deviceId]))
}

const everyMs = 5 * 60_000
/** Looks every five minutes until told to stop. */
export const watchReferences = (
  db: Database,
  say: SayReference,
  report: (error: unknown) => void,
): (() => Promise<void>) =>
  everySoOften(
    everyMs,
    () =>
      eachTenant(db, 'notices of references', (tenant) =>
        db.write(tenant, (tx) => tellOfReferences(tx, tenant, say)),
      ),
    report,
  )
