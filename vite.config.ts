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
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: core, priority: 10 }] } } },
        },
        server: {
          port: 8080,
          strictPort: true,
          proxy: Object.fromEntries(toServer.map((prefix) => [prefix, { target: 'http://127.0.0.1:8081', xfwd: true }])),
        },
      },
)

/** What every signed-in page needs, in one file; antd stays with the pages that import it. */
const core = /node_modules\/(react|react-dom|scheduler|react-router|@refinedev\/(core|react-router)|@tanstack\/(react-query|query-core)|i18next|react-i18next)\//
