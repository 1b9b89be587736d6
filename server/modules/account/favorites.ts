import { sql } from 'kysely'
import * as calls from '#contract/account/favorites.ts'
import { row } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

export function serveFavorites(app: Services): void {
  serve(app, calls.favorites, (_input, { read, actor }) =>
    read(async (tx) => {
      const kept = await row<{ links: calls.Favorite[] }>(
        tx,
        sql`select links from favorite where account_id = ${actor.accountId}`,
      )
      return kept?.links ?? []
    }),
  )
  serve(app, calls.saveFavorites, async ({ links }, { write, actor }) => {
    await write(({ tx }) =>
      sql`insert into favorite (account_id, links) values (${actor.accountId}, ${JSON.stringify(links)}::jsonb)
        on conflict (tenant_id, account_id) do update set links = excluded.links`.execute(tx),
    )
  })
}
