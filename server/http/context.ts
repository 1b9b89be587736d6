import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/account/self.ts'
import type { FarmFault } from '#contract/simulation/simulated-farm.ts'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import { writeAudit, type AuditEntry, type Writer } from '#server/db/audit.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { TimeShare } from '#server/db/time-share.ts'
import { noticesOf, type Addressed } from '#server/live/events.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { Actor, RightsCache } from './actor.ts'

/**
 * The demo's devices while they are played, by their ids; each stays broken until another is told.
 */
export interface FarmAtPlay {
  readonly tenantId: number
  readonly ids: readonly number[]
  faultOf(id: number): FarmFault | null
  break(id: number, fault: FarmFault | null): void
}
/** What one server process is made of; handlers get it with every call. */
export interface Platform {
  db: Database
  rights: RightsCache
  /** Turns at this process's one thread. */
  share: TimeShare
  /** Folder of uploads. */
  filesDir: string
  publicUrl: string
  /** The texts at a DNS name. */
  textRecords(name: string): Promise<string[]>
  /** Key of everything that is sealed or signed. */
  secret: string
  /** The demo's farm, where this process plays one. */
  simulated: { farm: FarmAtPlay | null }
}

/** A write in progress: the transaction, and what must be true with it or not at all. */
export interface Write {
  tx: Tx
  audit(entry: AuditEntry): Promise<void>
  /** Told with the commit. */
  announce(event: LiveEvent & { account?: number }): Promise<void>
}

/** Everything a handler may know of the call it answers. */
export interface Context {
  platform: Platform
  language: Language
  requestId: string
  address: string
  request: FastifyRequest
  /** The tenant of the path, which is the actor's; 0 where the call has none. */
  tenant: number
  writer: Writer
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  write<T>(work: (write: Write) => Promise<T>): Promise<T>
}
/** The context of a call by somebody who is signed in. */
export interface SignedIn extends Context {
  actor: Actor
  codes: ReadonlySet<string>
  /** A cookie that goes with the answer. */
  setCookie(line: string): void
}

/** What is known where nobody waits for an answer: in a job. */
export type OnBehalf = Omit<SignedIn, 'request' | 'setCookie'>
export interface Caller {
  requestId: string
  address: string
}

/** The context of work for somebody, `onWritten` being the last step of each write. */
export function behalfOf(
  platform: Platform,
  { requestId, address }: Caller,
  language: Language,
  tenant: number,
  actor: Actor | null,
  onWritten: (tx: Tx, value: unknown) => Promise<void>,
  reach?: 'tenant',
): Omit<Context, 'request'> {
  const writer: Writer = {
    accountId: actor?.accountId ?? null,
    realName: actor?.realName ?? null,
    impersonator: actor?.impersonator ?? null,
    address,
    requestId,
  }
  const scope = reach === 'tenant' ? null : (actor?.scope ?? null)
  return {
    platform,
    language,
    requestId,
    address,
    tenant,
    writer,
    read: (work) => platform.db.read(tenant, work, scope, actor?.accountId),
    write: (work) => {
      if (actor && actor.viewedRole !== null) throw new HttpError(403, 'role.viewing')
      const events: Addressed[] = []
      return platform.db.write(
        tenant,
        async (tx) => {
          const value = await work({
            tx,
            audit: (entry) => writeAudit(tx, writer, entry),
            announce: async (event) => void events.push({ tenant, ...event }),
          })
          await onWritten(tx, value)
          return value
        },
        () => noticesOf(events),
        scope,
        actor?.accountId,
      )
    },
  }
}
export const contextOf = (
  platform: Platform,
  request: FastifyRequest,
  language: Language,
  tenant: number,
  actor: Actor | null,
  onWritten: (tx: Tx, value: unknown) => Promise<void>,
  reach?: 'tenant',
): Context => ({
  ...behalfOf(
    platform,
    { requestId: request.id, address: request.ip },
    language,
    tenant,
    actor,
    onWritten,
    reach,
  ),
  request,
})
