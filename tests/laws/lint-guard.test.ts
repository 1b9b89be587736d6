import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaches, good, lawful, written } from './lint-breaches.ts'

// A lint plugin that cannot resolve an import passes everything in silence, so each rule is made to
// fail once.
// In a house of its own, below ours, so that it finds the same packages and nobody else finds it.
mkdirSync('test-results', { recursive: true })
const root = mkdtempSync(resolve('test-results/lint-guard-'))
let reported: { filename: string; code: string }[] = []

beforeAll(async () => {
  for (const file of readdirSync('.').filter((one) => /^(tsconfig.*|package)\.json$/.test(one)))
    copyFileSync(file, join(root, file))
  for (const file of ['oxlint', 'layers', 'domains'].map((one) => `${one}.config.mjs`))
    copyFileSync(file, join(root, file))
  for (const { file, text } of written) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const files = [...breaches, ...lawful, ...good].map(({ file }) => file)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      resolve('node_modules/oxlint/bin/oxlint'),
      '-c',
      'oxlint.config.mjs',
      '--format=json',
      '--no-ignore',
      ...files,
    ],
    { cwd: root, maxBuffer: 1 << 26 },
  ).catch((error: { stdout: string }) => error)
  reported = (JSON.parse(stdout) as { diagnostics: typeof reported }).diagnostics
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(breaches)('lint reports: $what', ({ file, rule }) => {
  expect(reported.filter(({ filename }) => filename === file).map(({ code }) => code)).toContain(
    rule,
  )
})

test('lint lets lawful files pass', () => {
  const lawfulFiles = new Set([...lawful, ...good].map(({ file }) => file))
  expect(reported.filter(({ filename }) => lawfulFiles.has(filename))).toEqual([])
})
