import { sql } from 'kysely'
import { approvableCodes } from '#contract/approval/forms.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import {
  auditSettings,
  saveAuditSettings,
  type AuditSettings,
} from '#contract/approval/process-calls.ts'
import { changed, row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

async function settings(tx: Tx): Promise<AuditSettings> {
  const option = await row<Pick<AuditSettings, 'ownApprovalFlag' | 'objectVersionNumber'>>(
    tx,
    sql`select own_approval_flag, object_version_number from approval_option`,
  )
  const kept = await rows<AuditSettings['forms'][number]>(
    tx,
    sql`select s.form_code, s.asked_flag, s.process_id, p.name as process_name, s.asked_flag = 1
      and p.state is distinct from 'enabled' as is_broken from approval_setting s left
      join approval_process p on p.id = s.process_id`,
  )
  const processes = await rows<AuditSettings['processes'][number]>(
    tx,
    sql`select id, name, form_code from approval_process where state = 'enabled' order by name collate "zh-x-icu", id`,
  )
  return {
    ownApprovalFlag: option?.ownApprovalFlag ?? 0,
    objectVersionNumber: option?.objectVersionNumber ?? 0,
    processes,
    forms: Object.values(approvableCodes).map(
      (formCode) =>
        kept.find((one) => one.formCode === formCode) ?? {
          formCode,
          askedFlag: 0,
          processId: null,
          processName: null,
          isBroken: false,
        },
    ),
  }
}

/** Which documents are approved, and by which flow. */
export function approvalSettings(app: Services): void {
  serve(app, auditSettings, (_input, { read }) => read(settings))
  serve(
    app,
    saveAuditSettings,
    ({ ownApprovalFlag, objectVersionNumber, forms }, { write, actor }) =>
      write(async ({ tx, audit, announce }) => {
        const before = await settings(tx)
        for (const { formCode, askedFlag, processId } of forms) {
          if (askedFlag === 1 && processId === null)
            throw invalidFields({ [formCode]: { code: 'approval.chooseProcess' } })
          const asBefore = before.forms.some(
            (one) =>
              one.formCode === formCode &&
              one.processId === processId &&
              one.askedFlag === askedFlag,
          )
          if (
            processId !== null &&
            !asBefore &&
            !before.processes.some((one) => one.id === processId && one.formCode === formCode)
          )
            throw invalidFields({ [formCode]: { code: 'approval.processDisabled' } })
          await sql`insert into approval_setting (form_code, asked_flag, process_id,
            last_updated_by) values (${formCode}, ${askedFlag}, ${processId}, ${actor.accountId})
        on conflict (tenant_id, form_code) do update set asked_flag = excluded.asked_flag,
        process_id = excluded.process_id, last_update_date = now(), last_updated_by = excluded.last_updated_by`.execute(
            tx,
          )
        }
        await sql`update approval_process p set used_flag = u.flag
          from (select q.id, exists (select 1 from approval_setting s where s.process_id = q.id
          and s.asked_flag = 1)::int as flag from approval_process q) u where p.id = u.id
          and p.used_flag <> u.flag`.execute(tx)
        await announce({ resource: approvalProcess.name, ids: [], kind: 'updated' })
        // Nobody has made a choice yet: version 0.
        const saved =
          objectVersionNumber === 0
            ? await changed(
                tx,
                sql`insert into approval_option (own_approval_flag, last_updated_by)
                  values (${ownApprovalFlag}, ${actor.accountId}) on conflict do nothing`,
              )
            : await changed(
                tx,
                sql`update approval_option set own_approval_flag = ${ownApprovalFlag},
                  object_version_number = object_version_number + 1, last_update_date = now(),
                  last_updated_by = ${actor.accountId} where object_version_number = ${objectVersionNumber}`,
              )
        if (saved !== 1)
          throw new HttpError(409, 'error.optimistic_lock', { extra: { current: { ...before } } })
        const after = await settings(tx)
        await audit({
          entity: 'approvalSetting',
          recordId: null,
          title: '',
          action: 'edit',
          before: { ownApprovalFlag: before.ownApprovalFlag, forms: before.forms },
          after: { ownApprovalFlag: after.ownApprovalFlag, forms: after.forms },
        })
        await announce({ resource: 'approvalSetting', ids: [], kind: 'updated' })
        return after
      }),
  )
}
