import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { crop } from '#contract/farm/crop.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { starterCodes, type StarterItem, type StarterPart } from '#contract/guide/starter-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { role } from '#contract/system/role.ts'
import { tableOf } from '#server/db/columns.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { starterText } from '#server/i18n/texts.ts'
import { asksOfStarter } from './starter-asks.ts'
import { starterRoles } from './starter-roles.ts'
import { crops, taskTypes, units } from './starter-set.ts'

/** A row to be made, and what is said of it beforehand. */
export interface Starter {
  code: string
  name: string
  about: string | null
  values: Record<string, unknown>
  /** Of a role. */
  permissions?: readonly string[]
}
export const entityOf: Readonly<Record<StarterPart, Entity>> = {
  roles: role,
  units: unit,
  taskTypes: taskType,
  crops: crop,
}
const inUse = { enabledFlag: 1 }
const makers: Readonly<Record<StarterPart, (language: Language) => Omit<Starter, 'name'>[]>> = {
  roles: (language) =>
    Object.entries(starterRoles).map(([code, permissions]) => {
      const description = starterText(language, `roles.${code}.description`)
      return { code, about: description, values: { ...inUse, description }, permissions }
    }),
  units: () =>
    units.map((code) => ({
      code,
      about: null,
      values: { enName: starterText('en-US', `units.${code}`) },
    })),
  taskTypes: (language) =>
    taskTypes.map(([code, category, standardHours]) => ({
      code,
      about: null,
      values: { ...inUse, category, standardHours, ...asksOfStarter(code, language) },
    })),
  crops: (language) =>
    crops.map(({ code, stages, pests, ...growing }) => ({
      code,
      about: starterText(language, 'grows', {
        stages: stages.length,
        days: stages.reduce((sum, { days }) => sum + days, 0),
      }),
      values: {
        ...inUse,
        ...growing,
        pests: pests.map((word) => ({ name: starterText(language, `pests.${word}`) })),
        stages: stages.map(({ stage, days }) => ({
          name: starterText(language, `stages.${stage}`),
          days,
        })),
      },
    })),
}
const namedAt: Readonly<Record<StarterPart, (code: string) => string>> = {
  roles: (code) => `roles.${code}.name`,
  units: (code) => `units.${code}`,
  taskTypes: (code) => `taskTypes.${code}`,
  crops: (code) => `crops.${code}`,
}

/** What a part makes, with its names in this language. */
export const startersOf = (part: StarterPart, language: Language): Starter[] =>
  makers[part](language).map((one) => {
    const name = starterText(language, namedAt[part](one.code))
    return { ...one, name, values: { ...one.values, code: one.code, name } }
  })

/** Codes and names that the tenant has already, as they are compared. */
export async function takenIn(tx: Tx, part: StarterPart): Promise<(one: Starter) => boolean> {
  const found = await rows<{ code: string; name: string }>(
    tx,
    sql`select lower(code) as code, lower(name) as name from ${sql.table(tableOf(entityOf[part]))}`,
  )
  const codes = new Set(found.map(({ code }) => code))
  const names = new Set(found.map(({ name }) => name))
  return ({ code, name }) => codes.has(code.toLowerCase()) || names.has(name.toLowerCase())
}

export const itemOf = (one: Starter, isTaken: (one: Starter) => boolean): StarterItem => ({
  code: one.code,
  name: one.name,
  about: one.about,
  isThere: isTaken(one),
})
/** Codes that a part takes and somebody does not hold. */
export const missingFor = (part: StarterPart, codes: ReadonlySet<string>): string[] =>
  starterCodes[part].filter((code) => !codes.has(code))
