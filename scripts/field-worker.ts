import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}
/** What somebody in the field opens, whichever page they were on when the network went. */
const taken = [
  /\/src\/(boot|boot-failure|App)\.tsx?$/,
  /\/src\/(shell|api|lib|providers)\/(?!palette\/)/,
  /\/src\/ui\/(?!VideoPlayer)/,
  /\/src\/kit\/(?!map\/|print\/|import-export\/|list\/MapList|fields\/place\/|fields\/text\/RichText)/,
  /\/src\/features\/(work|journal|farm)\//,
  /\/src\/pages\/work\/my-tasks\//,
]
/** Several lie in one file, which is then nobody's own. */
const texts = /\/locales\/[\w-]+\/(common|shell|errors|kit|menus|work|journal|home|farm)\.json$/
/** What screens are made of (vite.config.ts): an address is drawn without a network, even where it then says so. */
const definitions = /^domain(s|-\w+)$/
/** Of libraries, what is fetched by one of those and is no picture of a chart or a map. */
const mostLibraryBytes = 250_000
const fixed = ['/favicon.svg', '/manifest.zh-CN.webmanifest', '/manifest.en-US.webmanifest']

function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isTaken = ({ facadeModuleId, moduleIds, name }: Chunk) =>
    definitions.test(name) ||
    taken.some((pattern) => pattern.test(facadeModuleId?.split('?')[0] ?? '')) ||
    moduleIds.some((id) => texts.test(id))
  const found = new Set(
    chunks.filter((chunk) => chunk.isEntry || isTaken(chunk)).map(({ fileName }) => fileName),
  )
  for (const name of found) {
    const chunk = byName.get(name)
    if (!chunk) continue
    for (const next of chunk.imports) found.add(next)
    for (const next of chunk.dynamicImports) {
      const library = byName.get(next)
      if (
        library?.facadeModuleId?.includes('node_modules') &&
        library.code.length < mostLibraryBytes
      )
        found.add(next)
    }
  }
  const files = [...found].flatMap((name) => {
    const data = byName.get(name)?.viteMetadata
    return [name, ...(data?.importedCss ?? []), ...(data?.importedAssets ?? [])]
  })
  return [...new Set(files.map((name) => `/${name}`)), ...fixed].toSorted()
}

/**
 * Writes `sw.js`: the files that work without a network takes, by the names that this build gave
 * them, before `field-worker.mjs`. Another build is another worker.
 */
export function fieldWorker(): Plugin {
  let outDir = ''
  return {
    name: 'furrow-field-worker',
    apply: 'build',
    configResolved: (config) => void (outDir = resolve(config.root, config.build.outDir)),
    async writeBundle(_options, bundle) {
      // Of some chunks nothing is left when they are written.
      const files = filesOf(bundle).filter((file) => existsSync(join(outDir, file)))
      const source = readFileSync(resolve('scripts/field-worker.mjs'), 'utf8')
      const version = createHash('sha256')
        .update(files.join('\n') + source)
        .digest('hex')
        .slice(0, 12)
      const head = `const version = ${JSON.stringify(version)}, files = ${JSON.stringify(files)}\n`
      await writeFile(join(outDir, 'sw.js'), head + source)
    },
  }
}
