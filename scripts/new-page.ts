import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { screens } from '#contract/domains.ts'
import {
  command,
  addAddresses,
  enlist,
  format,
  homes,
  kebab,
  nameScreen,
  pairOf,
  put,
  read,
  whereOf,
  Wrong,
  requireGroup,
} from './generator.ts'

const help = `npm run new:page -- --name fieldDay --module farm --title "Chinese | Field day" --route /web/farm/field-day --group farm

A page of its own with a call of its own: contract, server, page, menu and address. Modules: ${homes.join(', ')}.`

/**
 * Has a domain serve what another file of its folder exports; makes its side of the server where
 * there is none.
 */
function serveIn(module: string, serve: string, from: string): void {
  const path = `server/modules/${module}/index.ts`
  if (!existsSync(path)) {
    put(
      path,
      `import type { ServerDomain } from '#server/services/domain.ts'\n\nexport const ${module}: ServerDomain = { name: '${module}', serve(app) {\n} }\n`,
    )
    enlist(
      'server/domains.ts',
      `import { ${module} } from './modules/${module}/index.ts'`,
      /(domains: readonly ServerDomain\[\] = \[[^\]]*?),?(\s*\])/,
      module,
    )
  }
  const text = read(path)
  const last = [...text.matchAll(/^import [^']*'.*'$/gm)].at(-1)!
  const end = last.index + last[0].length
  const domain = text
    .slice(end)
    .replace(/serve: (\w+)/, 'serve(app) {\nreturn $1(app)\n}')
    .replace(/((?:serve\(app\)|serve: (?:async )?\(app\) =>) \{\n)/, `$1${serve}(app)\n`)
  if (!domain.includes(`${serve}(app)`)) throw new Wrong(`${path}: no serve to add to`)
  writeFileSync(path, `${text.slice(0, end)}\nimport { ${serve} } from '${from}'${domain}`)
}

/** A call, who serves it and the page that asks it; answers what was made. */
function make({
  name,
  module,
  title,
  route,
  group,
}: Record<'name' | 'module' | 'title' | 'route' | 'group', string>): string[] {
  if (!/^[a-z][a-zA-Z0-9]{1,30}$/.test(name))
    throw new Wrong(`'${name}' cannot be a page's name: letters, the first one small`)
  if (!homes.includes(module)) throw new Wrong(`module: ${homes.join(', ')}`)
  if (!/^\/[\w/-]+$/.test(route)) throw new Wrong(`'${route}' is no route`)
  const taken = screens.find((one) => one.name === name || one.route === route)
  if (taken) throw new Wrong(`${taken.route} is there already: ${taken.name}`)
  requireGroup(group)
  const titles = pairOf(title, 'title')
  const file = kebab(name)
  const Name = name[0]!.toUpperCase() + name.slice(1)
  const served = `serve${Name}`
  const { screenModule, code } = whereOf(route, name)
  const contract = `contract/${module}/${file}.ts`
  const server = `server/modules/${module}/${file}.ts`
  const page = `src/pages/${module}/${file}/${Name}Page.tsx`
  const domain = `server/modules/${module}/index.ts`
  put(
    contract,
    `import { z } from 'zod'
import { call } from '../call.ts'
import { screen } from '../screen.ts'

const code = '${code}'
export const ${name}Screen = screen('${name}', { route: '${route}', module: '${screenModule}', group: '${group}', permission: code })

export const ${name} = call({
  endpoint: 'GET /wfpf/v1/{tenant}/${file}',
  summary: '${titles[1].replaceAll("'", '’')}',
  access: { code },
  input: z.object({}),
  answer: z.object({ at: z.string() }),
})
`,
  )
  put(
    server,
    `import { sql } from 'kysely'
import { ${name} } from '#contract/${module}/${file}.ts'
import { row } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

export const ${served} = (app: Services) =>
  serve(app, ${name}, async (_input, { read }) =>
    read(async (tx) => (await row<{ at: string }>(tx, sql\`select now()::text as at\`))!),
  )
`,
  )
  put(
    page,
    `import { ${name}, ${name}Screen } from '#contract/${module}/${file}.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

export default function ${Name}Page() {
  const t = useLabels({ module: '${module}' })
  const { data, error, refetch } = useCall(${name}, {})
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  return (
    <section className="kit-page" aria-label={t(\`menus:screens.\${${name}Screen.name}\`)}>
      <time dateTime={data.at}>{data.at}</time>
    </section>
  )
}
`,
  )
  const own = `import { ${name}Screen } from './${file}.ts'`
  enlist(`contract/${module}/index.ts`, own, /(screens: \[[^\]]*?),?(\s*\])/, `${name}Screen`)
  const resources = `src/resources/${module}/index.ts`
  enlist(
    resources,
    `import { ${name}Screen } from '#contract/${module}/${file}.ts'\nimport { screenPage } from '#src/kit/definition/resource.ts'`,
    /(: readonly Definition\[\] = \[[^]*?),?(\s*\]\n)/,
    `screenPage({ screen: ${name}Screen, page: () => import('#src/pages/${module}/${file}/${Name}Page.tsx') })`,
  )
  serveIn(module, served, `./${file}.ts`)
  for (const [at, language] of (['zh-CN', 'en-US'] as const).entries())
    nameScreen(language, name, group, titles[at]!)
  const law = addAddresses(route)
  format(
    contract,
    server,
    page,
    domain,
    'server/domains.ts',
    `contract/${module}/index.ts`,
    resources,
    'contract/menu.ts',
    law,
  )
  return [contract, server, page]
}

const text = { type: 'string', default: '' } as const
/** A page from the flags of `npm run new:page`; answers what was made. Errors: `Wrong`. */
export function newPage(args: readonly string[]): string {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: text,
      module: text,
      title: text,
      route: text,
      group: text,
      help: { type: 'boolean' },
    },
  })
  if (values.help) return help
  return `Made ${make(values).join(', ')}; added to the contract, the menu and the addresses.\nNext: what the call answers and the page shows; then npm run check.`
}
await command(import.meta.url, 'new:page', newPage)
