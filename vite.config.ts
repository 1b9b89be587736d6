import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'

const toServer = ['/oauth', '/iam', '/wfpf', '/wfpe', '/hmsg', '/hfle', '/api', '/healthz', '/readyz', '/metrics']
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** `vite build` makes the browser's half, `vite build --ssr` the server's. */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        publicDir: false,
        build: {
          ssr: true,
          target: 'node20',
          outDir: 'dist/server',
          emptyOutDir: true,
          sourcemap: true,
          rolldownOptions: {
            input: { main: path('server/main.ts'), backup: path('scripts/backup.ts'), restore: path('scripts/restore.ts') },
          },
        },
      }
    : {
        plugins: [react(), precompress()],
        build: {
          target: 'baseline-widely-available',
          outDir: 'dist/web',
          emptyOutDir: true,
          assetsDir: 'assets',
          manifest: true,
          // Counting gzip sizes costs a second, and the files are compressed for real right after.
          reportCompressedSize: false,
          chunkSizeWarningLimit: 1_500,
          rolldownOptions: { output: { codeSplitting: { groups } } },
        },
        server: {
          port: 8080,
          strictPort: true,
          proxy: Object.fromEntries(toServer.map((prefix) => [prefix, { target: process.env.FURROW_DEV_SERVER ?? 'http://127.0.0.1:8081', xfwd: true }])),
        },
      },
)

/** Signing in needs no more than the first; antd stays with the pages that import it. */
const groups = [
  { name: 'react', test: inPackage('react', 'react-dom', 'scheduler', 'i18next', 'react-i18next'), priority: 20 },
  { name: 'refine', test: inPackage('@refinedev/core', '@refinedev/react-router', '@tanstack/react-query', '@tanstack/query-core', 'react-router'), priority: 10 },
]

function inPackage(...names: string[]): RegExp {
  return new RegExp(`node_modules/(${names.join('|')})/`)
}
