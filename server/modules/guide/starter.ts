import { sql } from 'kysely'
import { storageName } from '#contract/entity.ts'
import {
  addStarterSet,
  starterParts,
  starterSet,
  type StarterPart,
} from '#contract/guide/starter-calls.ts'
import { showRow } from '#server/db/crud.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { makeRow, written } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { requireGrant } from '#server/modules/account/engine/grant.ts'
import { catalogue } from '#server/modules/system/engine/catalogue.ts'
import type { Services } from '#server/services/services.ts'
import {
  entityOf,
  itemOf,
  missingFor,
  startersOf,
  takenIn,
  type Starter,
} from './engine/starter.ts'

/** What a farm begins with, made at once; whatever is there already stays as it is. */
export function serveStarter(app: Services): void {
  /** A role gets what its giver holds, and no more. */
  const grant = async (id: number, wanted: readonly string[], write: Write, context: SignedIn) => {
    const grantable = new Set(catalogue(context.actor.subModules).map(({ code }) => code))
    const codes = [...new Set(wanted)].filter(
      (code) => grantable.has(code) && context.codes.has(code),
    )
    await requireGrant(write.tx, context, { roles: [id], codes })
    await sql`insert into role_permission (role_id, code) select ${id}, unnest(${codes}::text[])`.execute(
      write.tx,
    )
    return codes
  }
  const make = async (part: StarterPart, one: Starter, write: Write, context: SignedIn) => {
    const entity = entityOf[part]
    const rules = app.rules.get(entity.name)!
    const id = await makeRow(rules, one.values, write, context)
    const codes = one.permissions && (await grant(id, one.permissions, write, context))
    const after = (await showRow(write.tx, entity, id))!
    await write.audit({
      entity: storageName(entity),
      recordId: id,
      title: one.name,
      action: 'create',
      after: { ...written(entity, after), ...(codes && { codes }) },
    })
    await rules.hooks.after?.('create', after, write, context)
    return id
  }

  serve(app, starterSet, ({ language }, { read, codes }) =>
    read(async (tx) => {
      const open = starterParts.filter((part) => missingFor(part, codes).length === 0)
      const answer = []
      for (const part of open) {
        const isTaken = await takenIn(tx, part)
        answer.push({ part, items: startersOf(part, language).map((one) => itemOf(one, isTaken)) })
      }
      return answer
    }),
  )
  serve(app, addStarterSet, async ({ parts, language }, context) =>
    context.write(async (write) => {
      const missing = parts.flatMap((part) => missingFor(part, context.codes))
      if (missing.length)
        throw new HttpError(403, 'error.permission.mismatch', { extra: { missing } })
      // Two who begin at once: the second finds what the first has made.
      await sql`select pg_advisory_xact_lock(hashtext('furrow starter'), ${context.tenant}::int)`.execute(
        write.tx,
      )
      const answer = []
      for (const part of starterParts.filter((one) => parts.includes(one))) {
        const isTaken = await takenIn(write.tx, part)
        const all = startersOf(part, language)
        const ids = []
        for (const one of all.filter((one) => !isTaken(one)))
          ids.push(await make(part, one, write, context))
        if (ids.length)
          await write.announce({ resource: entityOf[part].name, ids, kind: 'created' })
        answer.push({ part, made: ids.length, skipped: all.length - ids.length })
      }
      return answer
    }),
  )
}
