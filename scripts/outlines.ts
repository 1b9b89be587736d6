import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type { EntityOutline } from '../contract/outlines.ts'
import type { Entity } from '../contract/entity.ts'
import type { Screen } from '../contract/screen.ts'
import type { Definition } from '../src/kit/definition/resource.ts'

const contractFile = resolve('contract/outlines.ts')
const resourcesFile = resolve('src/resources/outlines.ts')
/** What definitions name and nobody asks while outlines are made: it is drawn, or needs a browser. */
const drawn = /\.(tsx|css)$|^#src\/(api|ui|lib|shell|providers)\/|^#src\/kit\/(?!definition)/

interface Known {
  entities: readonly Entity[]
  screens: readonly Screen[]
  /** By the folder of `src/resources` in which they are. */
  definitions: readonly (readonly [string, Definition])[]
}
const given = (one: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined))

/** What a list asks of its fields before they are here: those of its screen's usual filters with them. */
export function outlineOf(entity: Entity, screens: readonly Screen[]): EntityOutline {
  const usual = new Set(
    screens
      .filter((one) => one.entity === entity.name)
      .flatMap((one) => Object.keys(one.usual ?? {})),
  )
  const fields = Object.entries(entity.fields).flatMap(([name, { kind, to, filterCodes }]) =>
    filterCodes || usual.has(name) || name === 'enName' || name === 'areaId'
      ? [[name, given({ kind, to, filterCodes }) as EntityOutline['fields'][string]] as const]
      : [],
  )
  const { name, module, title, calledAs, alias, answers, api, batchActions, deletion } = entity
  const { fixedQuery, parent, placed, variantOf } = entity
  return {
    ...({
      ...given({ name, module, title, calledAs, alias, answers, api, batchActions, deletion }),
      ...given({ fixedQuery, parent, placed, variantOf }),
    } as Omit<EntityOutline, 'fields' | 'permissions'>),
    fields: Object.fromEntries(fields),
    permissions: Object.fromEntries(Object.keys(entity.permissions).map((name) => [name, 1])),
  }
}

/** As a text: a browser reads it sooner than the same as a program. */
const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

const contractText = ({ entities, screens }: Known) =>
  `export const entityOutlines = ${parsed(entities.map((one) => outlineOf(one, screens)))}
export const screens = ${parsed(screens)}`

/** A line per screen: its name, its entity's, and what its addresses are made of. */
function resourcesText({ definitions }: Known): string {
  const folders = [...new Set(definitions.map(([folder]) => folder))]
  const lines = definitions.map(([folder, one]) => {
    const isList = 'entity' in one
    return JSON.stringify([
      folders.indexOf(folder),
      one.screen.name,
      isList ? (one.entity as Entity).name : 0,
      Object.keys(one.pages ?? {}),
      isList ? (one.open ?? 0) : 0,
      Number(isList && one.form !== undefined),
      Number(isList && (one.list.rowActions?.includes('show') ?? false)),
    ])
  })
  return `import { entityOutlines, screens } from '#contract/outlines.ts'
const named = (all) => new Map(all.map((one) => [one.name, one]))
const entities = named(entityOutlines), known = named(screens)
const all = (module) => Object.values(module).find(Array.isArray)
const loads = [${folders.map((folder) => `() => import('./${folder}/index.ts').then(all)`).join(', ')}]
export const outlines = [${lines.join(', ')}].map(([load, screen, entity, pages, open, form, shows]) => ({
  screen: known.get(screen),
  ...(entity && { entity: entities.get(entity), list: { rowActions: shows ? ['show'] : [] } }),
  ...(form && { form: true }),
  ...(open && { open }),
  pages: Object.fromEntries(pages.map((path) => [path, true])),
  load: loads[load],
}))`
}

const everything = 'virtual:everything'
/** Reads all definitions, without what they draw. */
async function knownDefinitions(): Promise<Known> {
  const folders = readdirSync('src/resources').filter((name) => !name.endsWith('.ts'))
  const reading: Plugin = {
    name: 'furrow-reading',
    enforce: 'pre',
    resolveId: (source) =>
      source === everything ? `\0${everything}` : drawn.test(source) ? '\0drawn' : null,
    load: (id) =>
      id === '\0drawn'
        ? 'export default {}'
        : id === `\0${everything}`
          ? `export { entities, screens } from '#contract/domains.ts'
             export { definitions } from '#src/resources/index.ts'
             ${folders.map((name) => `export * as ${name} from '#src/resources/${name}/index.ts'`).join('\n')}`
          : null,
  }
  const { module } = await runnerImport<
    Pick<Known, 'entities' | 'screens'> & { definitions: readonly Definition[] }
  >(everything, { configFile: false, logLevel: 'error', plugins: [reading] })
  const inFolder = (one: Definition) =>
    folders.find((name) =>
      Object.values((module as unknown as Record<string, object>)[name]!).some(
        (list) => Array.isArray(list) && list.includes(one),
      ),
    )!
  return {
    entities: module.entities,
    screens: module.screens,
    definitions: module.definitions.map((one) => [inFolder(one), one] as const),
  }
}

export function outlines(): Plugin {
  let known: Promise<Known> | undefined
  return {
    name: 'furrow-outlines',
    apply: 'build',
    async load(id) {
      if (id !== contractFile && id !== resourcesFile) return null
      const all = await (known ??= knownDefinitions())
      return {
        code: id === contractFile ? contractText(all) : resourcesText(all),
        moduleSideEffects: false,
        moduleType: 'js',
      }
    },
    /** For the server, which names an address's files in its page (server/http/static.ts). */
    async generateBundle() {
      const { definitions } = await (known ??= knownDefinitions())
      const folders = definitions.flatMap(([folder, { screen }]) =>
        [screen.route, screen.ownWindow].flatMap((route) => (route ? [[route, folder]] : [])),
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/domains.json',
        source: JSON.stringify(Object.fromEntries(folders)),
      })
    },
  }
}
