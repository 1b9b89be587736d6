import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// A reader of the repository has the repository, and nothing else that a comment could send them
// to.
const root = join(import.meta.dirname, '../..')
const folders = 'contract|deploy|docs|locales|public|scripts|server|simulator|src|tests'
// A migration that was written once is never changed, not even its comments.
const spared =
  /^server\/db\/migrations\/|^tests\/server\/released\/|^tests\/laws\/citations\.test\.ts$/
const text = /\.(ts|tsx|mjs|css|md|sql|yml)$/

const files = [
  ...readdirSync(root).filter((name) => text.test(name)),
  ...folders
    .split('|')
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    ),
].filter((name) => text.test(name) && !spared.test(name))

/** Documents that only their writers have, by the ways in which they were ever named. */
const outside =
  /\bspec \d|\b(quality|house|upstream|anchors?|domain|design) (§|[A-Z]{1,3}-?\d)|(?<!add-a-)\b(house|quality|domain|contract|anchors|stack|upstream|equipment)(-\d)?\.md\b|\(design: |\bdesign\/|\bhouse §/i
const ofStandards = /\b(RFC|MQTT|MODBUS)\b/

const rules = new Set(
  readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .flatMap((line) => /^(\d+\.\d+)\. \S/.exec(line)?.[1] ?? []),
)
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3))

/** What a file's comments, titles or sentences name that is not there. */
function missing(name: string, content: string): string[] {
  const isProse = name.endsWith('.md')
  return content.split('\n').flatMap((line, at) => {
    const place = `${name}:${at + 1}`
    const isComment =
      isProse || /^\s*(\/?\*|\/\/|--|#)|\s\/\/ |\/\*\*|\b(test|it|describe)\(/.test(line)
    if (!isComment) return []
    // A file by its ending, a folder by its slash between marks of code.
    const path = `\\b(?:${folders})/[\\w./-]+(?:\\.[a-z]{2,4}\\b|/(?=\`))`
    const paths = [...line.matchAll(new RegExp(path, 'g'))]
    return [
      ...(outside.test(line) ? [`${place} names a document that is not here`] : []),
      ...(line.includes('§') && !ofStandards.test(content) ? [`${place} has a § of nothing`] : []),
      ...paths
        .filter(
          ([path]) =>
            isOurs(name, line, path) &&
            ![root, join(root, dirname(name))].some((from) => existsSync(join(from, path))),
        )
        .map(([path]) => `${place} names ${path}`),
      ...[...line.matchAll(/specification\.md (\d+\.\d+)(?: to (\d+\.\d+))?/g)]
        .flatMap(([, from, to]) => [from, to])
        .filter((rule) => rule !== undefined && !rules.has(rule))
        .map((rule) => `${place} names rule ${rule}`),
      ...[...line.matchAll(/\bdecision (\d{3})\b/g)]
        .filter(([, number]) => !decisions.includes(number!))
        .map(([, number]) => `${place} names decision ${number}`),
      ...[...line.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .filter(([, link]) => isProse && !existsSync(join(root, dirname(name), link!)))
        .map(([, link]) => `${place} links to ${link}`),
    ]
  })
}
/**
 * Not a package's own file, what the changelog knew once, what a guide would have one write, or
 * what an installation fills in.
 */
function isOurs(name: string, line: string, path: string): boolean {
  const before = line.slice(0, line.indexOf(path))
  const isExample = name.startsWith('docs/add-a-') && /leaf-wetness|pond[-_]fish|apiary/.test(path)
  return (
    !/[\w@./>}-]$/.test(before) && name !== 'CHANGELOG.md' && !isExample && !path.endsWith('.env')
  )
}

test('whatever a comment cites is in the repository', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(rules.size).toBeGreaterThan(50)
  expect(files.flatMap((name) => missing(name, readFileSync(join(root, name), 'utf8')))).toEqual([])
})

test.each([
  ['// as spec 1 §2.4 has it', 'a document that is not here'],
  ['/** Asks first (quality F2). */', 'a document that is not here'],
  ['// see house.md', 'a document that is not here'],
  [' * (design: domain 6)', 'a document that is not here'],
  ["test('filled (spec 1 §5)', () => {", 'a document that is not here'],
  ['// as in §4', 'a § of nothing'],
  ['// docs/specification.md 99.1', 'rule 99.1'],
  ['// docs/specification.md 6.1 to 6.99', 'rule 6.99'],
  ['// server/http/nowhere.ts says so', 'server/http/nowhere.ts'],
  ['// what is in `src/pages/nowhere/`', 'src/pages/nowhere/'],
  ['// decision 999', 'decision 999'],
])('%s would be found', (line, said) => {
  expect(missing('src/x.ts', line).join('\n')).toContain(said)
})
test.each(['const a = design / 2', '// docs/specification.md 6.1 to 6.4', '// decision 007'])(
  '%s stays',
  (line) => {
    expect(missing('src/x.ts', line)).toEqual([])
  },
)
