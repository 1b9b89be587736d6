import { sql } from 'kysely'
import { seedIntroduction, type SeedIntroduction } from '#contract/planting/seed.ts'
import { row } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** What visitors read of a seed, whoever they are; its pictures are signed with the answer. */
export function serveIntroduction(app: Services): void {
  const { db } = app.platform
  servePublic(app, seedIntroduction, async ({ id }, { request }) => {
    const asked = (request.params as Record<string, string>).tenant ?? ''
    if (!/^\d{1,15}$/.test(asked)) throw notFound()
    const tenant = Number(asked)
    const isOpen = await db.platform((tx) =>
      row(tx, sql`select 1 from tenant where id = ${tenant} and enabled_flag = 1`),
    )
    if (!isOpen) throw notFound()
    const found = await db.read(tenant, (tx) =>
      row<SeedIntroduction>(
        tx,
        sql`select c.name as crop_name, s.corp_en_name, s.publicity, s.seed_name, s.seed_en_name,
              s.image_url, s.farming_practices, s.product_attributes
            from seed s join crop c on c.id = s.crop_id and c.tenant_id = s.tenant_id
            where s.id = ${id} and s.public_flag = 1`,
      ),
    )
    if (!found) throw notFound()
    request.filesOf = tenant
    const blank = <T extends object>(one: T) => ({ imageUrl: null, description: null, ...one })
    return {
      ...found,
      farmingPractices: found.farmingPractices.map(blank),
      productAttributes: found.productAttributes.map((one) => ({
        ...blank(one),
        enName: one.enName ?? null,
      })),
    }
  })
}
