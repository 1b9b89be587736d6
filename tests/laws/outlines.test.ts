// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { entities, screens } from '#contract/domains.ts'
import type { EntityOutline } from '#contract/outlines.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { ownTaskList, task } from '#contract/work/task.ts'
import { outlines } from '#scripts/outlines.ts'
import { fieldCodes } from '#src/api/field/field-codes.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import type { Outline } from '#src/kit/definition/outline.ts'
import { definitions } from '#src/resources/index.ts'

/** What a build writes in place of the lists of all entities and of all definitions. */
async function written() {
  const load = outlines().load as (file: string) => Promise<{ code: string }>
  const run = (code: string, given: object) =>
    new Function(
      ...Object.keys(given),
      `${code
        .replace(/^import .*$/m, '')
        .replaceAll('import(', 'fetched(')
        .replaceAll('export const ', 'result.')}\nreturn result`,
    )(...Object.values(given)) as object
  const contract = run((await load(resolve('contract/outlines.ts'))).code, { result: {} }) as {
    entityOutlines: EntityOutline[]
    screens: unknown
  }
  const resources = run((await load(resolve('src/resources/outlines.ts'))).code, {
    ...contract,
    result: {},
    fetched: async (file: string) => ({ [file]: [] }),
  }) as { outlines: Outline[] }
  return { ...contract, ...resources }
}

test('a build says of every screen what its definition says, and where it is', async () => {
  const build = await written()
  expect(build.screens).toEqual(screens)
  const said = (all: readonly Outline[]) =>
    refineResources(all).map(({ meta: { codes, canDelete } = {}, ...rest }) => ({
      ...rest,
      codes: codes as unknown,
      canDelete: canDelete as unknown,
    }))
  expect(said(build.outlines)).toEqual(said(definitions))
  for (const [at, { entity, load }] of build.outlines.entries()) {
    const definition: Outline = definitions[at]!
    expect([definition.screen.name, entity?.name]).toEqual([
      definition.screen.name,
      definition.entity?.name,
    ])
    expect(load).toBeTypeOf('function')
  }
  // Whatever a list is asked with is the same, with the fields at hand or without.
  for (const { fields, permissions, ...rest } of build.entityOutlines) {
    const whole = entities.find(({ name }) => name === rest.name)!
    expect(whole).toMatchObject(rest)
    expect(Object.keys(permissions)).toEqual(Object.keys(whole.permissions))
    for (const [name, { filterCodes }] of Object.entries(whole.fields))
      if (filterCodes) expect(fields[name]?.filterCodes).toEqual(filterCodes)
  }
})

test('codes that the start of the console finds by their screen are those of the work itself', () => {
  expect(fieldCodes).toEqual([
    ownTaskList,
    task.permissions.claim,
    task.permissions.start,
    task.permissions.finish,
    farmLog.permissions.create,
    stocktake.permissions.edit,
  ])
})

test('the console reads of a call what a build leaves of it (scripts/pure-contract.ts)', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('catalogue'))
    .map((file) => `src/${file}`)
  const wrong = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const named = [...text.matchAll(/^import \{([^}]*)\} from '#contract\/[^']*'/gm)].flatMap(
      ([, names]) => names!.split(',').map((name) => name.trim().split(' as ').at(-1)!),
    )
    const read = named
      .filter((name) => /^\w+$/.test(name))
      .filter((name) =>
        new RegExp(`(?<!typeof )(?<![.\\w])${name}\\.(input|answer|access|summary)\\b`).test(text),
      )
    return [
      ...read.map((name) => `${file} ${name}`),
      ...(/\bcodesOf\b[^}]*\} from '#contract\/call\.ts'/.test(text) ? [`${file} codesOf`] : []),
    ]
  })
  expect(wrong).toEqual([])
})
