import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { prepared } from './prepared.ts'

export interface AuditEntry {
  entity: string
  recordId?: number | string | null
  title?: string | null
  action: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}
export interface Writer {
  accountId: number | null
  realName: string | null
  impersonator: string | null
  address: string
  requestId: string
}

const secret = /password|token|secret|captcha|hash/i
/** What was written, without anything that could open a door. */
function redact(value: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  if (!value) return null
  return Object.fromEntries(
    Object.entries(value).filter(([name, v]) => v !== undefined && !secret.test(name)),
  )
}

/** One line in the audit log, in the transaction of the write that it tells of. */
export async function writeAudit(tx: Tx, writer: Writer, entry: AuditEntry): Promise<void> {
  const before = redact(entry.before)
  const after = redact(entry.after)
  await sql`${prepared}insert into audit (tenant_id, account_id, real_name, impersonator, address,
    entity, record_id, title, action, before, after, request_id)
    values (coalesce(furrow_tenant(), 0), ${writer.accountId}, ${writer.realName},
    ${writer.impersonator}, ${writer.address}, ${entry.entity},
      ${entry.recordId == null ? null : String(entry.recordId)}, ${entry.title ?? null}, ${entry.action},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb,
        ${writer.requestId})`.execute(tx)
}
