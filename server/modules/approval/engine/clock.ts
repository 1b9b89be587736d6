import { taskStates } from '#contract/approval/states.ts'
import { sql } from 'kysely'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { eachAlone, noteFault } from '#server/db/parts.ts'
import type { Actor } from '#server/http/actor.ts'
import { behalfOf, type OnBehalf, type Platform } from '#server/http/context.ts'
import { sentence } from '#server/i18n/texts.ts'
import { nodeAt } from './advance.ts'
import { completeTask, evaluateNode, type Forms } from './decide.ts'
import { lockCase, appendEvent, taskById, type Case, type Task } from './store.ts'
import { publishChange, notify } from './notify.ts'

const tickMs = 5000
const mostAtOnce = 100
const asideMs = 60_000

/**
 * Does what time brings about: reminds, decides what was left too long, and frees what waits for
 * somebody who has left.
 * Everything it knows is in the database; with other processes, each case is done once.
 */
export class ApprovalClock {
  readonly #platform: Platform
  readonly #forms: Forms
  readonly #db: Database
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  /**
   * Tasks that failed here, until when they are left alone: a hundred of them would leave no room
   * for others.
   */
  readonly #aside = new Map<number, number>()
  #isStopping = false
  constructor(platform: Platform, forms: Forms) {
    this.#platform = platform
    this.#forms = forms
    this.#db = platform.db
  }

  start(): void {
    const tick = () => {
      this.#looking = this.round()
        .catch(() => undefined)
        .then(() => {
          if (!this.#isStopping) this.#timer = setTimeout(tick, tickMs)
        })
    }
    tick()
  }
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** One look at every tenant that has something to look at. */
  async round(): Promise<void> {
    const tenants = await this.#db.platform((tx) =>
      rows<{ tenantId: number }>(tx, sql`select tenant_id from furrow_approval_tenants()`),
    )
    await eachAlone(
      tenants,
      ({ tenantId }) => `approvals of tenant ${tenantId}`,
      ({ tenantId }) => this.#tenant(tenantId),
      () => this.#isStopping,
    )
  }
  async #tenant(tenant: number): Promise<void> {
    const now = Date.now()
    for (const [id, until] of this.#aside) if (until <= now) this.#aside.delete(id)
    const found = await this.#db.read(tenant, (tx) =>
      rows<{ id: number; hasLeft: boolean }>(
        tx,
        sql`select t.id, m.id is null as has_left from approval_task t
      left join (select m.id, m.account_id from member m join account a on a.id = m.account_id
      where m.enabled_flag = 1 and a.enabled_flag = 1) m on m.account_id = t.account_id
      where t.state = 1 and (m.id is null or t.due_at <= clock_timestamp())
      and t.id <> all(${[...this.#aside.keys()]}::bigint[]) order by t.id limit ${mostAtOnce}`,
      ),
    )
    for (const { id, hasLeft } of found) {
      if (this.#isStopping) return
      // What fails is put off, and keeps no other waiting.
      await this.#one(tenant, id, hasLeft).catch((error: unknown) =>
        this.#putOff(tenant, id, error),
      )
    }
  }

  async #one(tenant: number, taskId: number, hasLeft: boolean): Promise<void> {
    const context = await this.#behalfOf(tenant, taskId)
    if (!context) return
    await context.write(async (write) => {
      const { tx } = write
      const seen = await taskById(tx, taskId)
      // Whoever holds the case sees to it.
      const isFree =
        seen &&
        (await row(
          tx,
          sql`select 1 from approval_case where id = ${seen.caseId} and state = 1 for update skip locked`,
        ))
      if (!isFree) return
      const held = await lockCase(tx, seen.caseId)
      const task = (await taskById(tx, taskId))!
      if (task.state !== taskStates.open) return
      if (hasLeft) return this.#left(write, context, held, task)
      if (task.dueAt === null || Date.parse(task.dueAt) > Date.now()) return
      const node = nodeAt(held)!
      if (node.timeoutAction === 'remind') {
        await sql`update approval_task set due_at = clock_timestamp() + ${node.timeoutHours}::int * interval '1 hour' where id = ${task.id}`.execute(
          tx,
        )
        await appendEvent(tx, held.id, 'reminded', null, null, {
          nodeName: task.nodeName,
          names: [task.personName],
        })
        await notify(tx, [task.accountId], 'overdue', held, 'approval')
        return publishChange(write, held.id)
      }
      await completeTask(
        this.#forms,
        write,
        context,
        held,
        task,
        node.timeoutAction === 'approve' ? 'approved' : 'rejected',
        null,
        { isOverdue: true },
      )
    })
  }
  async #left(
    write: Parameters<Parameters<OnBehalf['write']>[0]>[0],
    context: OnBehalf,
    held: Case,
    task: Task,
  ): Promise<void> {
    await sql`update approval_task set state = 2, decision = 'skipped',
      decided_at = clock_timestamp(), due_at = null where id = ${task.id}`.execute(write.tx)
    await appendEvent(write.tx, held.id, 'left', null, null, {
      nodeName: task.nodeName,
      names: [task.personName],
    })
    await evaluateNode(this.#forms, write, context, held, null)
    await publishChange(write, held.id)
  }

  /**
   * Nothing was decided. What the form refuses, for instance because stock is short, is tried again
   * in an hour; what merely failed, in a minute.
   */
  async #putOff(tenant: number, taskId: number, error: unknown): Promise<void> {
    const isRefused = error instanceof HttpError
    if (!isRefused) noteFault(`approval task ${taskId}`, error)
    this.#aside.set(taskId, Date.now() + asideMs)
    await this.#db
      .write(tenant, async (tx) => {
        const task = await row<Pick<Task, 'caseId' | 'nodeName'>>(
          tx,
          sql`update approval_task set due_at = clock_timestamp() + ${isRefused ? '1 hour' : '1 minute'}::interval where id = ${taskId} and state = 1 and due_at <= clock_timestamp() returning case_id, node_name`,
        )
        if (task && isRefused)
          await appendEvent(
            tx,
            task.caseId,
            'overdueFailed',
            null,
            sentence(error.code, 'zh-CN', error.params),
            { nodeName: task.nodeName },
          )
      })
      .catch(() => undefined)
  }

  /** The one who is asked, without a session. */
  async #behalfOf(tenant: number, taskId: number): Promise<OnBehalf | null> {
    const found = await this.#db.read(tenant, (tx: Tx) =>
      row<Pick<Actor, 'accountId' | 'loginName' | 'realName' | 'permissionVersion' | 'subModules'>>(
        tx,
        sql`select a.id as account_id, a.login_name, a.real_name, n.permission_version, n.sub_modules
      from approval_task t join account a on a.id = t.account_id join tenant n on n.id = t.tenant_id
      where t.id = ${taskId}`,
      ),
    )
    if (!found) return null
    const actor: Actor = {
      ...found,
      sessionId: 0,
      isOperator: false,
      tenantId: tenant,
      impersonator: null,
      impersonatorId: null,
      viewedRole: null,
      scope: null,
    }
    return {
      ...behalfOf(
        this.#platform,
        { requestId: 'approval-clock', address: '' },
        'zh-CN',
        tenant,
        actor,
        async () => undefined,
      ),
      actor,
      codes: new Set(),
    }
  }
}
