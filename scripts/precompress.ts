import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)
const kinds = /\.(js|css|html|svg|json|wasm)$/
const minBytes = 1_024

/**
 * Writes .br and .gz beside every text file, so that the server never compresses while somebody
 * waits.
 */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'furrow-precompress',
    apply: 'build',
    configResolved: (config) => void (outDir = resolve(config.root, config.build.outDir)),
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true })
      // node:zlib works in the thread pool, so all cores are busy.
      await Promise.all(
        names.filter((name) => kinds.test(name)).map((name) => compress(join(outDir, name))),
      )
    },
  }
}

async function compress(path: string): Promise<void> {
  if ((await stat(path)).size < minBytes) return
  const text = await readFile(path)
  const [br, gz] = await Promise.all([
    brotliOf(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
    gzipOf(text, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
