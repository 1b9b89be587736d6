import { parseArgs } from 'node:util'
import { deviceTypeNames } from '#contract/devices/index.ts'
import {
  command,
  addAddresses,
  enlist,
  format,
  kebab,
  label,
  nameScreen,
  pairOf,
  put,
  read,
  Wrong,
} from './generator.ts'

const help = `npm run new:device-type -- --name leaf_wetness --title "Chinese | Leaf wetness sensor" --many "Chinese | Leaf wetness" \\
  --reading "wetness:%:0..100:0 | Chinese | Wetness" --reading "leafTemperature:°C:-40..80:1 | Chinese | Leaf temperature"

A reading is name:unit:least..most:decimals | Chinese | English; the unit may be empty. --many is the menu's title (the type's own
if it is left out), --icon an icon of src/ui/icons.svg. It speaks our words alone until a maker's are added
(docs/add-a-device-type.md).`

interface Reading {
  name: string
  unit: string
  min: number
  max: number
  decimals: number
  labels: [string, string]
}
function readingOf(text: string): Reading {
  const [spec = '', ...labels] = text.split('|').map((part) => part.trim())
  const [name = '', unit = '', range = '', decimals = ''] = spec.split(':')
  if (!/^[a-z][a-zA-Z0-9]{0,30}$/.test(name))
    throw new Wrong(`'${name}' cannot be a reading's name`)
  if (unit.includes("'")) throw new Wrong(`${name}: '${unit}' is no unit`)
  const [min = Number.NaN, max = Number.NaN] = range.split('..').map(Number)
  if (!(min < max)) throw new Wrong(`${name}: '${range}' is no range, least..most`)
  if (!/^[0-6]$/.test(decimals)) throw new Wrong(`${name}: decimals from 0 to 6`)
  return {
    name,
    unit,
    min,
    max,
    decimals: Number(decimals),
    labels: pairOf(labels.join('|'), name),
  }
}

/** Half of its range, around the middle. */
const played = ({ name, min, max, decimals }: Reading, at: number) => {
  const quarter = (max - min) / 4
  const fixed = (value: number) => Number(value.toFixed(6))
  return `${name}: to(${decimals}, ${fixed(min + quarter)} + ${fixed(2 * quarter)} * drift(played.seed + ${at}, at, 6 * hourMs))`
}

/** The four files of a type and its line in each list; answers what was made. */
function make({
  name,
  title,
  many,
  icon,
  reading,
}: Record<'name' | 'title' | 'many' | 'icon', string> & { reading: string[] }): string[] {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    throw new Wrong(`'${name}' cannot be a type's name on the wire: small letters, _ between words`)
  if ((deviceTypeNames as readonly string[]).includes(name))
    throw new Wrong(`${name} is there already`)
  const titles = pairOf(title, 'title')
  const menu = many ? pairOf(many, 'many') : titles
  const readings = reading.map(readingOf)
  const [first] = readings
  if (!first) throw new Wrong('a type needs a reading')
  if (new Set(readings.map((one) => one.name)).size < readings.length)
    throw new Wrong('a reading is there twice')
  if (!read('src/ui/icons.svg').includes(`<symbol id="${icon}"`))
    throw new Wrong(`icon: no icon '${icon}' in src/ui/icons.svg`)
  const own = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  const file = kebab(own)
  const route = `/web/equipment/${file}`
  const [type, driver, view, model] = [
    `contract/devices/${file}.ts`,
    `server/devices/${file}.ts`,
    `src/features/equipment/views/${file}.ts`,
    `simulator/models/${file}.ts`,
  ] as const
  put(
    type,
    `import { deviceCodes, deviceType } from './device-type.ts'

/** ${titles[1]}. */
export const ${own} = deviceType({
  route: '${route}',
  permissions: deviceCodes('config.${own}'),
  readings: {
${readings.map((one) => `    ${one.name}: { ${one.unit ? `unit: '${one.unit}', ` : ''}min: ${one.min}, max: ${one.max}, decimals: ${one.decimals} },`).join('\n')}
  },
})
`,
  )
  put(
    driver,
    `import { ${own} } from '#contract/devices/${file}.ts'
import { plainDriver } from './driver.ts'

export const ${own}Driver = plainDriver(${own})
`,
  )
  put(
    view,
    `import type { DeviceView } from './view.ts'

export const ${own}: DeviceView = { icon: '${icon}', curve: '${first.name}', key: [${readings
      .slice(0, 2)
      .map((one) => `'${one.name}'`)
      .join(', ')}] }
`,
  )
  put(
    model,
    `import { drift } from '../sky.ts'
import { hourMs, to, type DeviceModel } from './simulated-device.ts'

export const ${own}: DeviceModel = (played, at) => ({ ${readings.map(played).join(', ')} })
`,
  )
  const lists = [
    ['contract/devices/index.ts', `./${file}.ts`, 'deviceTypes', own],
    ['server/devices/index.ts', `./${file}.ts`, 'drivers', `${own}Driver`],
    ['src/features/equipment/views/index.ts', `./${file}.ts`, 'deviceViews', own],
    ['simulator/device-models.ts', `./models/${file}.ts`, 'deviceModels', own],
  ] as const
  for (const [path, from, list, word] of lists)
    enlist(
      path,
      `import { ${word} } from '${from}'`,
      new RegExp(`(const ${list} = \\{[^}]*?),?(\\s*\\} (?:as const )?satisfies)`),
      name === word ? word : `${name}: ${word}`,
    )
  const byType = 'contract/equipment/by-type.ts'
  enlist(
    byType,
    null,
    /(\]\)\[\] = \[[^]*?),?(\n\]\n)/,
    `['${own}', '${name}', '${icon}', \`\${v1}/${file}\`]`,
  )
  for (const [at, language] of (['zh-CN', 'en-US'] as const).entries()) {
    label(language, 'equipment', (texts) => {
      ;(texts.deviceTypes as Record<string, string>)[name] = titles[at]!
      ;(texts.readings as Record<string, unknown>)[name] = Object.fromEntries(
        readings.map((one) => [one.name, one.labels[at]]),
      )
    })
    nameScreen(language, file, 'equipment', menu[at]!)
  }
  const law = addAddresses(route, `${route}/data/:id`, `${route}/info/:id`)
  const made = [type, driver, view, model]
  format(...made, ...lists.map(([path]) => path), byType, law)
  return made
}

const text = { type: 'string', default: '' } as const
/** A device type from the flags of `npm run new:device-type`; answers what was made. Errors: `Wrong`. */
export function newDeviceType(args: readonly string[]): string {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: text,
      title: text,
      many: text,
      icon: { type: 'string', default: 'node' },
      reading: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return help
  return `Made ${make(values).join(', ')}; added to the lists, the menu and the labels.\nNext: npm run check; then a protocol of its makers, if they have one.`
}
await command(import.meta.url, 'new:device-type', newDeviceType)
