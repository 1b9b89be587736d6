import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Read by what is no file of ours: stands for a part of a library (vite.config.ts). */
const readElsewhere = ['src/lib/left-out.ts']
const exported =
  /^export (?:async )?(?:const|function\*?|class|interface|type|let) ([A-Za-z_$][\w$]*)/gm

test('what a file exports, another one uses', () => {
  const below = ['contract', 'scripts', 'server', 'simulator', 'src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  // The lint guard's own files come and go while it runs.
  const files = [...below, ...readdirSync(root)].filter(
    (file) => /\.(ts|tsx|mjs)$/.test(file) && !/lint-?guard/i.test(file),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  expect(texts.size).toBeGreaterThan(1000)
  const users = new Map<string, Set<string>>()
  for (const [file, text] of texts)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      users.set(word, (users.get(word) ?? new Set()).add(file))
  const idle = [...texts].flatMap(([file, text]) =>
    file.startsWith('tests/') || readElsewhere.includes(file)
      ? []
      : [...text.matchAll(exported)].flatMap(([, name]) =>
          users.get(name!)!.size === 1 ? [`${file} ${name}`] : [],
        ),
  )
  expect(idle).toEqual([])
})
