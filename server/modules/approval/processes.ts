import { sql } from 'kysely'
import { mistakesOf } from '#contract/approval/flow.ts'
import { approvalProcess, type FlowNode } from '#contract/approval/process.ts'
import * as calls from '#contract/approval/process-calls.ts'
import { insertRow, lockRow, showRow } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, unprocessable } from '#server/db/http-error.ts'
import { wayOf } from '#server/modules/approval/engine/ahead.ts'
import { directoryOf } from '#server/modules/approval/engine/directory.ts'
import { crud, demand, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Values = Record<string, unknown>

/** Errors: 422 at `nodes`, with the node, for what a flow lacks or for people who are not there. */
async function meaningful(tx: Tx, values: Values): Promise<Values> {
  const nodes = values.nodes as FlowNode[]
  const fault = (mistake: string, key: string) =>
    invalidFields({
      nodes: {
        code: `flow.${mistake}`,
        params: { name: nodes.find((node) => node.key === key)?.name || key },
      },
    })
  const [first] = mistakesOf(nodes, String(values.formCode))
  if (first) throw fault(first.mistake, first.key)
  const known = async (table: string) =>
    new Set(
      (await rows<{ id: number }>(tx, sql`select id from ${sql.table(table)}`)).map(({ id }) => id),
    )
  const [users, roles, organizations] = [
    await known('member'),
    await known('role'),
    await known('organization'),
  ]
  for (const { key, source, userIds, roleId, organizationId } of nodes) {
    const isThere =
      source === 'users'
        ? userIds!.every((id) => users.has(id))
        : source === 'role'
          ? roles.has(roleId!)
          : source !== 'leader' || organizations.has(organizationId!)
    if (!isThere) throw fault('people', key)
  }
  return values
}

/** Flows: drawn, tried out, put to use. */
export function approvalProcesses(app: Services): void {
  const { name: entity } = approvalProcess
  crud(app, approvalProcess, { prepare: (values, _before, { tx }) => meaningful(tx, values) })

  const toState = (
    call: typeof calls.enableProcess,
    action: 'enable' | 'disable',
    set: (tx: Tx, id: number, by: number) => Promise<unknown>,
  ) =>
    serve(app, call, ({ id, objectVersionNumber }, { write, actor }) =>
      write(async ({ tx, audit, announce }) => {
        await lockRow(tx, approvalProcess, id)
        const before = await demand(tx, approvalProcess, id, action)
        if (objectVersionNumber !== undefined && before.objectVersionNumber !== objectVersionNumber)
          throw await stale(tx, approvalProcess, id)
        await set(tx, id, actor.accountId)
        await sql`update approval_process set object_version_number = object_version_number + 1,
          last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}`.execute(
          tx,
        )
        const after = (await showRow(tx, approvalProcess, id))!
        await audit({
          entity,
          recordId: id,
          title: String(before.name),
          action,
          before: { state: before.state },
          after: { state: after.state, version: after.version },
        })
        await announce({ resource: entity, ids: [id], kind: 'updated' })
        return after
      }),
    )
  toState(calls.enableProcess, 'enable', async (tx, id, by) => {
    await meaningful(tx, (await showRow(tx, approvalProcess, id))!)
    await sql`update approval_process p set state = 'enabled', enabled_at = now(),
      version = p.version + case when exists (
        select 1 from approval_version v where v.process_id = p.id and v.version = p.version
        and v.nodes = p.nodes and v.form_code = p.form_code and v.name = p.name) then 0 else 1 end
        where id = ${id}`.execute(tx)
    await sql`insert into approval_version (process_id, version, name, form_code, nodes, enabled_by)
      select id, version, name, form_code, nodes, ${by} from approval_process where id = ${id}
      on conflict do nothing`.execute(tx)
    const elsewhere = await row(
      tx,
      sql`select 1 from approval_setting s join approval_process p on p.id = s.process_id
        where p.id = ${id} and p.form_code <> s.form_code`,
    )
    if (elsewhere) throw unprocessable('flow.otherForm')
  })
  toState(calls.disableProcess, 'disable', (tx, id) =>
    sql`update approval_process set state = 'disabled' where id = ${id}`.execute(tx),
  )

  serve(app, calls.copyProcess, ({ id, name }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const from = await showRow(tx, approvalProcess, id)
      if (!from) throw notFound()
      const title = name ?? (await freeName(tx, String(from.name)))
      const made = await insertRow(
        tx,
        approvalProcess,
        { name: title, formCode: from.formCode, nodes: from.nodes, description: from.description },
        actor.accountId,
      )
      const after = (await showRow(tx, approvalProcess, made))!
      await audit({ entity, recordId: made, title, action: 'copy', after })
      await announce({ resource: entity, ids: [made], kind: 'created' })
      return after
    }),
  )

  serve(app, calls.flowChoices, (_input, { read }) =>
    read(async (tx) => {
      const named = (table: string, name: string) =>
        rows<{ id: number; name: string }>(
          tx,
          sql`select id, ${sql.ref(name)} as name from ${sql.table(table)}
            order by ${sql.ref(name)} collate "zh-x-icu", id limit 2000`,
        )
      return {
        users: await named('member_view', 'real_name'),
        roles: await named('role', 'name'),
        organizations: await named('organization', 'name'),
        warehouses: await named('warehouse', 'name'),
        partners: await named('partner', 'name'),
      }
    }),
  )
  serve(app, calls.dryRunFlow, ({ formCode, nodes: given, facts, submitterId }, { read }) =>
    read(async (tx) => {
      const nodes = given as FlowNode[]
      const [first] = mistakesOf(nodes, formCode)
      if (first)
        throw invalidFields({
          nodes: {
            code: `flow.${first.mistake}`,
            params: { name: nodes.find(({ key }) => key === first.key)?.name || first.key },
          },
        })
      const directory = await directoryOf(tx)
      const person = directory.people.find(({ userId }) => userId === submitterId)
      if (!person) throw invalidFields({ submitterId: { code: 'field.missing_reference' } })
      return wayOf(tx, formCode, nodes, facts, person, directory)
    }),
  )
}

/** The name with the first number behind it that nobody has. */
async function freeName(tx: Tx, name: string): Promise<string> {
  for (let at = 2; ; at++) {
    const wanted = `${name.slice(0, 54)} (${at})`
    if (!(await row(tx, sql`select 1 from approval_process where lower(name) = lower(${wanted})`)))
      return wanted
  }
}
