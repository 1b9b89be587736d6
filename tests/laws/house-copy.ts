import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Wrong } from '#scripts/generator.ts'

interface Outcome {
  code: number
  text: string
}

/** A copy of some places of the project, in which a generator is run. */
export function houseWith(
  generator: string,
  generate: (args: readonly string[]) => string | Promise<string>,
  places: readonly string[],
) {
  const project = process.cwd()
  // Inside the project, so that what is made finds the project's packages.
  mkdirSync('test-results', { recursive: true })
  const house = mkdtempSync(resolve(`test-results/${generator}-`))
  for (const place of places) {
    mkdirSync(dirname(join(house, place)), { recursive: true })
    cpSync(place, join(house, place), { recursive: true })
  }
  return {
    house,
    end: () => rmSync(house, { recursive: true, force: true }),
    read: (path: string) => readFileSync(join(house, path), 'utf8'),
    /** What the command does, in this process: to start one takes a second. */
    async run(...flags: string[]): Promise<Outcome> {
      process.chdir(house)
      try {
        return { code: 0, text: await generate(flags) }
      } catch (error) {
        if (!(error instanceof Wrong)) throw error
        return { code: 1, text: error.message }
      } finally {
        process.chdir(project)
      }
    },
    /** As it is typed. */
    command(...flags: string[]): Outcome {
      try {
        const script = join(project, `scripts/${generator}.ts`)
        return {
          code: 0,
          text: execFileSync(process.execPath, ['--import', 'tsx', script, ...flags], {
            cwd: house,
            encoding: 'utf8',
            stdio: 'pipe',
          }),
        }
      } catch (error) {
        const { status, stderr } = error as { status: number; stderr: string }
        return { code: status, text: stderr }
      }
    },
  }
}
