import react from '@vitejs/plugin-react'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CodeSplittingNameFunction } from 'rolldown'
import { defineConfig, type BuildOptions, type Plugin } from 'vite'
import { antdStyles } from './scripts/antd-styles.ts'
import { bootTexts } from './scripts/boot-texts.ts'
import { fieldWorker } from './scripts/field-worker.ts'
import { modulesBehind } from './scripts/first-files.ts'
import { outlines } from './scripts/outlines.ts'
import { precompress } from './scripts/precompress.ts'
import { pureContract } from './scripts/pure-contract.ts'
import { saidIcons } from './scripts/said-icons.ts'

const toServer = [
  '/oauth',
  '/iam',
  '/wfpf',
  '/wfpe',
  '/mqtt',
  '/hmsg',
  '/hfle',
  '/map-tiles',
  '/media',
  '/ingest',
  '/api',
  '/healthz',
  '/readyz',
  '/metrics',
]
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const inPackage = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})/`)

const resolve = {
  alias: [
    { find: /^qs$/, replacement: path('src/lib/flat-query.ts') },
    { find: /^pluralize$/, replacement: path('src/lib/same-word.ts') },
    { find: /^resize-observer-polyfill$/, replacement: path('src/lib/native-resize-observer.ts') },
    { find: /^zod$/, replacement: path('src/lib/deferred-zod.ts') },
    { find: /^\.\/IconWrapper$/, replacement: path('src/lib/button-icon.ts') },
    // Zod's sentences in fifty languages; ours are in locales/.
    { find: '../locales/index.js', replacement: path('node_modules/zod/v4/locales/en.js') },
    // For browsers it names a bundle, through which `export *` of @antv/l7 finds nothing while developing.
    {
      find: /^@antv\/l7-component$/,
      replacement: path('node_modules/@antv/l7-component/es/index.js'),
    },
  ],
}
// They do nothing when loaded and do not say so: what antd and refine import of them and the console never calls goes.
const idle = inPackage(
  'rc-[\\w-]+',
  '@rc-component/[\\w-]+',
  'papaparse',
  'error-stack-parser',
  'stackframe',
  'query-string',
  'pluralize',
  '@refinedev/antd',
  '@ant-design/pro-[\\w-]+',
  'sunflower-antd',
  'react-markdown',
  'remark-gfm',
)
const notUsed: readonly (readonly [by: string, names: readonly string[]])[] = [
  [
    '/antd/es/table/hooks/',
    [
      './FilterDropdown',
      '../../dropdown',
      '../../radio',
      'rc-tree/es/util',
      'rc-tree/es/utils/conductUtil',
      'rc-tree/es/utils/treeUtil',
    ],
  ],
  ['/rc-table/es/Table.js', ['rc-util/es/getScrollBarSize']],
  ['/antd/es/button/style/token.js', ['../../color-picker/components/ColorPresets']],
  ['/antd/es/dropdown/index.js', ['./dropdown-button']],
  ['/axios/lib/adapters/adapters.js', ['./fetch.js']],
]
const leftOut: Plugin = {
  name: 'furrow-left-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer = '') => {
    const isOut = notUsed.some(([by, out]) => importer.includes(by) && out.includes(source))
    return isOut ? path('src/lib/left-out.ts') : null
  },
}
const browser: BuildOptions = {
  target: 'baseline-widely-available',
  rolldownOptions: { treeshake: { moduleSideEffects: [{ test: idle, sideEffects: false }] } },
}

/** `vite build` makes the browser's half, `vite build --ssr` the server's. */
export default defineConfig(async ({ command, isSsrBuild }) =>
  isSsrBuild
    ? {
        publicDir: false as const,
        build: {
          ssr: true,
          target: 'node20',
          outDir: 'dist/server',
          emptyOutDir: true,
          sourcemap: true,
          rolldownOptions: {
            input: {
              main: path('server/main.ts'),
              simulator: path('simulator/main.ts'),
              'camera-guard': path('server/modules/camera/engine/guard-main.ts'),
              'demo-past': path('server/demo/past-main.ts'),
              backup: path('scripts/backup.ts'),
              restore: path('scripts/restore.ts'),
              dump: path('scripts/dump.ts'),
              load: path('scripts/load.ts'),
              erase: path('scripts/erase.ts'),
              operator: path('scripts/operator.ts'),
              'import-reader': path('server/modules/import/reader.mjs'),
              'import-writer': path('server/modules/import/writer.mjs'),
              'hash-worker': path('server/modules/account/engine/hash-worker.mjs'),
              'sheet-writer': path('server/modules/file/engine/sheet-writer.mjs'),
              'codec-worker': path('server/modules/connectivity/engine/lora/codec-worker.mjs'),
            },
            // Beside the entries: what several of them share finds its workers as they do.
            output: { chunkFileNames: '[name]-[hash].js' },
          },
        },
      }
    : {
        plugins: [
          leftOut,
          saidIcons(),
          outlines(),
          pureContract(),
          bootTexts(),
          antdStyles(),
          react(),
          fieldWorker(),
          precompress(),
        ],
        resolve,
        build: {
          ...browser,
          outDir: 'dist/web',
          emptyOutDir: true,
          assetsDir: 'assets',
          manifest: true,
          // Counting gzip sizes costs a second, and the files are compressed for real right after.
          reportCompressedSize: false,
          chunkSizeWarningLimit: 1_500,
          rolldownOptions: {
            ...browser.rolldownOptions,
            output:
              command === 'build'
                ? {
                    codeSplitting: {
                      groups: [
                        { name: await chunksOfFirstPages(), includeDependenciesRecursively: false },
                      ],
                    },
                  }
                : {},
          },
        },
        server: {
          port: 8080,
          strictPort: true,
          proxy: Object.fromEntries(
            toServer.map((prefix) => [
              prefix,
              { target: process.env.FURROW_DEV_SERVER ?? 'http://127.0.0.1:8081', xfwd: true },
            ]),
          ),
        },
      },
)

/**
 * A first page costs a few files and not eighty: each file is a request, and small ones compress badly. `base` is what
 * both signing in and the console need, `console` every console page and its lists. All else is split as it is imported.
 */
async function chunksOfFirstPages(): Promise<CodeSplittingNameFunction> {
  const entry = 'src/main.tsx'
  const always = 'src/boot.tsx'
  const signIn = 'src/shell/sign-in/SignInRoot.tsx'
  const console = 'src/App.tsx'
  const domains = readdirSync('src/resources', { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
  const definitionsOf = (domain: string) => `src/resources/${domain}/index.ts`
  const behind = await modulesBehind(
    [entry, always, signIn, console, ...domains.map(definitionsOf)],
    {
      plugins: [leftOut, saidIcons(), outlines(), pureContract(), antdStyles(), react()],
      resolve,
      build: browser,
    },
  )
  const texts = /\/locales\/(.+)\/(common|shell|errors|kit|menus)\.json$/
  return (id, chunking) => {
    const language = texts.exec(id)?.[1]
    if (language) return `texts-${language}`
    // A sheet that two pages share leaves no file of code to be found behind the one that needs it.
    const asked = id.endsWith('.css')
      ? [id, ...(chunking.getModuleInfo(id)?.importers ?? [])]
      : [id]
    const isBehind = (file: string) => asked.some((one) => behind(file).has(one))
    if (isBehind(entry)) return null
    const signsIn = isBehind(signIn)
    const isConsole = isBehind(console)
    if (isBehind(always) || (signsIn && isConsole)) return 'base'
    if (signsIn || isConsole) return signsIn ? 'sign-in' : 'console'
    const users = domains.filter((domain) => isBehind(definitionsOf(domain)))
    return users.length > 1 ? 'domains' : users.length === 1 ? `domain-${users[0]}` : null
  }
}
