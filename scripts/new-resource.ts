import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { entities } from '#contract/domains.ts'
import type { FieldKind } from '#contract/field.ts'
import { menuGroups } from '#contract/menu.ts'
import { snake } from '#server/db/case.ts'
import {
  command,
  addAddresses,
  addGroup,
  enlist,
  format,
  homes,
  kebab,
  label,
  nameScreen,
  pairOf,
  put,
  whereOf,
  Wrong,
  requireGroup,
} from './generator.ts'
import { makeDomain } from './new-domain.ts'
import { units, wrongAnswer } from './resource-check.ts'
import { kinds } from './resource-kinds.ts'
import { createTable, nextMigration, type Stored } from './table-sql.ts'

const help = `npm run new:resource -- --name pondFish --module farm --title "Chinese | Pond fish" --route /system/pond-fish --group farm \\
  --field "name:text:40*^ | Chinese | Name" --field "kind:choice:carp,tilapia* | Chinese | Kind" --field "weight:decimal:99999 | Chinese | Weight"

A field is name:kind[:argument] | Chinese | English. After it * means required and ^ unique. Kinds and their arguments:
  text:most  richtext:most  integer:least..most:unit  decimal:most:unit  money:most  choice:one,two  ref:entity
  flag  date  moment  dateRange  image  images:most  video  files:most  colour  point  polygon  phone
Units: ${units.join(' ')}
Modules: ${homes.join(' ')}; --new-domain makes another.
Menu groups: ${Object.keys(menuGroups).join(' ')}
Without flags it asks.`

interface Wanted {
  name: string
  module: string
  title: string
  route: string
  group: string
  field: string[]
  isNewDomain?: boolean
}
function fieldOf(text: string) {
  const [spec = '', ...labels] = text.split('|').map((part) => part.trim())
  const isRequired = spec.includes('*')
  const isUnique = spec.includes('^')
  const [name = '', kind = '', argument = '', unit = ''] = spec.replaceAll(/[*^]/g, '').split(':')
  if (!/^[a-z][a-zA-Z0-9]{0,30}$/.test(name) || name === 'id')
    throw new Wrong(`'${name}' cannot be a field's name`)
  const kindOf = kinds[kind as FieldKind]
  if (!kindOf) throw new Wrong(`'${kind}' is no kind of field: ${Object.keys(kinds).join(', ')}`)
  if (isUnique && kind !== 'text') throw new Wrong(`${name}: only a text can be unique`)
  const pattern = name === 'code' || name.endsWith('Code') ? 'pattern: /^[\\w-]+$/, ' : ''
  const rest = [
    isRequired && 'required: true, ',
    isUnique && 'unique: true, ',
    unit && `unit: '${unit}', `,
    kind === 'text' && pattern,
  ]
    .filter(Boolean)
    .join('')
  const made = kindOf(argument, rest)
  const stored: Stored = {
    kind: kind as FieldKind,
    required: isRequired,
    unique: isUnique,
    ...made.stored,
  }
  return {
    name,
    kind,
    argument,
    unit,
    isRequired,
    labels: pairOf(labels.join('|'), name),
    ...made,
    stored,
  }
}

function make({ name, module, title, route, group, field, isNewDomain }: Wanted): string[] {
  if (!/^[a-z][a-zA-Z0-9]{1,30}$/.test(name))
    throw new Wrong(`'${name}' cannot be a resource's name: letters, the first one small`)
  if (isNewDomain) {
    if (
      !/^[a-z]{2,20}$/.test(module) ||
      existsSync(`contract/${module}`) ||
      existsSync(`locales/en-US/${module}.json`)
    )
      throw new Wrong(`'${module}' cannot be a new domain's name: small letters, and not taken`)
    // The domain's file would declare one name twice.
    if (module === name) throw new Wrong(`the domain and its first list need two names`)
  } else if (!homes.includes(module)) throw new Wrong(`module: ${homes.join(', ')}`)
  if (!/^\/[\w/-]+$/.test(route)) throw new Wrong(`'${route}' is no route`)
  requireGroup(group, isNewDomain)
  const file = kebab(name)
  const contractPath = `contract/${module}/${file}.ts`
  const resourcePath = `src/resources/${module}/${file}.ts`
  if (existsSync(contractPath) || entities.some((entity) => entity.name === name))
    throw new Wrong(`${name} is there already`)
  const titles = pairOf(title, 'title')
  const fields = field.map(fieldOf)
  const first = fields.find((one) => one.kind === 'text' && one.isRequired)
  if (!first) throw new Wrong('a resource needs a required text to be called by')
  const wrong = wrongAnswer({ name, route, fields })
  if (wrong) throw new Wrong(wrong)
  if (isNewDomain) makeDomain(module)
  const { screenModule, code } = whereOf(route, name)
  const table = snake(name)
  const list = `${name}List`
  put(
    contractPath,
    `import { codes, entity, rest } from '../entity.ts'
import { ${[...new Set(['id', ...fields.map((one) => one.imports)])].sort().join(', ')} } from '../field.ts'
import { entityScreen } from '../screen.ts'

export const ${name} = entity('${name}', {
  module: '${module}',
  title: '${first.name}',
  permissions: { list: '${code}', ...codes('${code}.ps', 'create', 'edit', 'delete') },
  api: rest('wfpf/v1/{tenant}/${file}'),
  fields: {
    id: id(),
${fields.map((one) => `    ${one.name}: ${one.make},`).join('\n')}
  },
})
export const ${name}Screen = entityScreen('${name}', ${name}, { route: '${route}', module: '${screenModule}', group: '${group}' })
`,
  )
  const names = (chosen: typeof fields) => `[${chosen.map((one) => `'${one.name}'`).join(', ')}]`
  const rows: string[] = []
  const small = fields.filter((one) => one.kind !== 'richtext')
  for (let at = 0; at < small.length; at += 2) rows.push(names(small.slice(at, at + 2)))
  rows.push(...fields.filter((one) => one.kind === 'richtext').map((one) => names([one])))
  put(
    resourcePath,
    `import { ${name}, ${name}Screen } from '#contract/${module}/${file}.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const ${list} = resource(${name}, {
  screen: ${name}Screen,
  list: {
    columns: ${names(fields.filter((one) => one.isListed))},
    filters: ${names(fields.filter((one) => one.isFiltered))},
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [${rows.join(', ')}],
})
`,
  )
  const migration = nextMigration(table)
  put(
    migration,
    `${createTable({ name }, Object.fromEntries(fields.map((one) => [one.name, one.stored]))).join('\n')}\n`,
  )
  const contractIndex = `contract/${module}/index.ts`
  const own = `import { ${name}, ${name}Screen } from './${file}.ts'`
  enlist(contractIndex, own, /(entities: \[[^\]]*?),?(\s*\])/, name)
  enlist(contractIndex, null, /(screens: \[[^\]]*?),?(\s*\])/, `${name}Screen`)
  const resourceIndex = `src/resources/${module}/index.ts`
  enlist(
    resourceIndex,
    `import { ${list} } from './${file}.ts'`,
    /(: readonly Definition\[\] = \[[^\]]*?),?(\s*\])/,
    list,
  )
  addGroup(screenModule, group)
  for (const [at, language] of (['zh-CN', 'en-US'] as const).entries()) {
    label(language, module, (texts) => {
      const options = fields
        .filter((one) => one.kind === 'choice')
        .map((one) => [
          one.name,
          Object.fromEntries(one.argument.split(',').map((value) => [value, value])),
        ])
      texts[name] = {
        name: titles[at],
        // What the list says while it is empty, as what the page is for: the laws ask for it.
        empty: '‹empty›',
        fields: Object.fromEntries(fields.map((one) => [one.name, one.labels[at]])),
        ...(options.length ? { options: Object.fromEntries(options) } : {}),
      }
    })
    nameScreen(language, name, group, titles[at]!)
  }
  const law = addAddresses(route)
  format(
    contractPath,
    resourcePath,
    contractIndex,
    resourceIndex,
    'contract/menu.ts',
    law,
    ...(isNewDomain ? ['contract/domains.ts', 'src/resources/index.ts'] : []),
  )
  return [contractPath, resourcePath, migration]
}

async function ask(): Promise<Wanted> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = async (question: string, usual = '') =>
    (await terminal.question(usual ? `${question} [${usual}] ` : `${question} `)).trim() || usual
  const name = await answer('Name, as in pondFish:')
  const wanted: Wanted = {
    name,
    module: await answer(`Module (${homes.join(', ')}):`, 'farm'),
    title: await answer('Title, Chinese | English:'),
    route: await answer('Route:', `/system/${kebab(name || 'x')}`),
    group: await answer('Menu group:', 'farm'),
    field: [],
  }
  for (;;) {
    const field = await answer('Field, as in  name:text:40*^ | Chinese | English  (empty: done):')
    if (!field) break
    wanted.field.push(field)
  }
  terminal.close()
  return wanted
}

const text = { type: 'string' } as const
/** A resource from the flags of `npm run new:resource`, or from what is answered; answers what was made. Errors: `Wrong`. */
export async function newResource(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: text,
      module: text,
      title: text,
      route: text,
      group: text,
      field: { type: 'string', multiple: true },
      'new-domain': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return help
  const { name, module = 'farm', title = '', group = 'farm', field = [] } = values
  const wanted = name
    ? {
        name,
        module,
        title,
        group,
        field,
        route: values.route ?? `/system/${kebab(name)}`,
        isNewDomain: values['new-domain'] ?? false,
      }
    : await ask()
  const made = make(wanted)
  const back = `To take it back before anything else is changed:
  rm ${made.join(' ')} && git restore contract src/resources locales tests/laws`
  return [
    `Made ${made.join(', ')}; added to the contract, the menu, the labels and the server.`,
    `Next: write what stands as ‹…› in locales/*/help.json and locales/*/${wanted.module}.json,`,
    'name the choices there, and give the screen its icon; npm run check says what is lacking.',
    ...(wanted.isNewDomain ? [] : [back]),
  ].join('\n')
}
await command(import.meta.url, 'new:resource', newResource)
