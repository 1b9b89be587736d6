import { resolve } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

/**
 * The modules that each file cannot run without, after everything unused has gone: found by
 * building the same
 * sources once, unwritten, with every module in a chunk of its natural place.
 */
export async function modulesBehind(
  files: readonly string[],
  config: InlineConfig,
): Promise<(file: string) => ReadonlySet<string>> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      minify: false,
      cssMinify: false,
      modulePreload: false,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        input: files.map((file) => resolve(file)),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const chunks = [result]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const known = new Map(
    files.map((file) => {
      const names = new Set(
        chunks
          .filter(({ facadeModuleId }) => facadeModuleId === resolve(file))
          .map(({ fileName }) => fileName),
      )
      for (const name of names) for (const next of byName.get(name)?.imports ?? []) names.add(next)
      return [
        file,
        new Set([...names].flatMap((name) => byName.get(name)?.moduleIds ?? [])),
      ] as const
    }),
  )
  return (file) => known.get(file) ?? new Set()
}
