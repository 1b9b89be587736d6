import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

// npm run house: how long and how wide the code is, and how much a folder of the kit holds. What
// imports what is the linter's.
const root = join(import.meta.dirname, '..')
const folders = ['contract', 'server', 'simulator', 'src', 'scripts', 'tests']
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
  .map((name) => {
    const content = readFileSync(join(root, name), 'utf8')
    const lines = content.replace(/\n$/, '').split('\n')
    return { name, lines, counted: countedLines(content) }
  })

/** As the linter counts for `max-lines`: without blank lines and comments. */
function countedLines(content: string): number {
  const code = content.replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
  return code.split('\n').filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length
}
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`

function figures(of: typeof files): string[] {
  const lengths = of.map(({ lines }) => lines.length).sort((a, b) => a - b)
  const widths = of.flatMap(({ lines }) => lines.map((line) => line.length)).sort((a, b) => a - b)
  return [
    String(of.length),
    String(widths.length),
    String(at(lengths, 0.5)),
    String(at(lengths, 0.9)),
    String(of.filter(({ counted }) => counted > 300).length),
    String(at(widths, 0.99)),
    percent(widths.filter((width) => width > 100).length, widths.length),
    percent(widths.filter((width) => width > 120).length, widths.length),
  ]
}

const product = files.filter(({ name }) => !/^(tests|scripts)\//.test(name))
const rows = [
  ['part', 'files', 'lines', 'median', 'p90', 'over 300', 'p99 width', 'over 100', 'over 120'],
  ...folders.map((folder) => [
    folder,
    ...figures(files.filter(({ name }) => name.startsWith(`${folder}/`))),
  ]),
  ['product', ...figures(product)],
  ['all', ...figures(files)],
]
const kit = new Map<string, number>()
for (const { parentPath } of readdirSync(join(root, 'src/kit'), {
  recursive: true,
  withFileTypes: true,
})) {
  const folder = relative(root, parentPath)
  kit.set(folder, (kit.get(folder) ?? 0) + 1)
}

print(rows)
print([
  ['folder of the kit', 'entries'],
  ...[...kit].sort(([a], [b]) => a.localeCompare(b)).map(([name, count]) => [name, String(count)]),
])

/** A table as Markdown has them, so that docs/ARCHITECTURE.md can hold it as it is. */
function print([head = [], ...body]: readonly (readonly string[])[]): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log([row(head), row(head.map(() => '---')), ...body.map(row), ''].join('\n'))
}
