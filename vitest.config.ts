import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { rowTypes } from './tests/row-types/plugin.ts'

/** What takes minutes begins first, or the run would wait for it alone in the end. */
const takeMinutes = ['stock-model', 'fuzz', 'start-stop', 'import', 'upgrade', 'main']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = takeMinutes.indexOf(basename(moduleId, '.test.ts'))
      return at < 0 ? takeMinutes.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

/** What differs is said in full where only the message is kept. */
const chaiConfig = { truncateThreshold: 500 }

/** As the server is started: most of what is made is thrown away at once, and costs less so. */
const execArgv = ['--max-semi-space-size=64']

export default defineConfig({
  test: {
    // Two cores: more workers than that only take turns.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'laws',
          chaiConfig,
          execArgv,
          include: ['tests/laws/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [rowTypes()],
        test: {
          name: 'server',
          chaiConfig,
          execArgv,
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/server/global-setup.ts'],
          setupFiles: ['tests/server/setup.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          chaiConfig,
          execArgv,
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // The first would else have a react-router of its own, in which no page finds its router; the
          // others keep a language, which is each file's own (setup.ts).
          server: { deps: { inline: ['@refinedev/react-router', 'i18next', 'react-i18next'] } },
          setupFiles: ['tests/web/setup.ts'],
          isolate: false,
          testTimeout: 20_000,
        },
      },
    ],
  },
})
