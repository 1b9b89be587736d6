import { expect, test } from 'vitest'
import type { UserConfig } from 'vite'
import config from '../../vite.config.ts'
import { sources } from '#scripts/label-check.ts'

// A worker is found beside the file that starts it, in the build as in the sources: also where
// several entries share that file.
test('every thread and process that the build starts is an entry beside whoever starts it', async () => {
  const built = await (config as (env: object) => Promise<UserConfig>)({
    command: 'build',
    mode: 'production',
    isSsrBuild: true,
  })
  const { input, output } = built.build!.rolldownOptions as {
    input: Record<string, string>
    output: { chunkFileNames: string }
  }
  const started = [
    ...new Set(
      sources('server').flatMap((text) =>
        [
          ...text.matchAll(/PROD\s*\?[^:]*?'\.\/([\w-]+)\.js'/g),
          ...text.matchAll(/reader: '\.\/([\w-]+)\.js', writer: '\.\/([\w-]+)\.js'/g),
        ].flatMap(([, ...names]) => names.filter(Boolean)),
      ),
    ),
  ]
  expect(started).toEqual(expect.arrayContaining(['hash-worker', 'codec-worker', 'import-reader']))
  expect(started.filter((name) => !(name in input))).toEqual([])
  expect(output.chunkFileNames).not.toContain('/')
})
