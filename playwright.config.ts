import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { findTestBrowser } from './scripts/chromium.mjs'
import { scratchDir } from './scripts/scratch.mjs'

/**
 * Each worker has a server of its own. One of each and its browser leave half of two cores idle, two
 * of each a tenth.
 */
const workers = Number(process.env.E2E_WORKERS ?? Math.min(2, availableParallelism()))
const firstPort = Number(process.env.E2E_PORT ?? 18_080)
/** This file is read by each worker too, which then knows its place among them. */
const portOf = (worker: number) => firstPort + worker
const port = portOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
// This file is read by the runner and by each worker; only the runner makes the folder.
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(scratchDir(), 'furrow-e2e-')))
if (!process.env.TEST_WORKER_INDEX)
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const quiet = [
  'background-networking',
  'component-update',
  'sync',
  'quic',
  'gpu',
  'dev-shm-usage',
].map((name) => `--disable-${name}`)
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/e2e',
  workers,
  forbidOnly: true,
  // A machine under load can be late once; what fails twice has failed. `npm test` names what was tried again.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // So that the report names the step, and not that the test's time was over.
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // What slides and fades is drawn by the processor here, and waited for at every dialog.
    contextOptions: { reducedMotion: 'reduce' },
    // Each test begins with an empty browser: to keep the whole console for offline each time is for
    // the tests of that alone.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // It costs a third of each page: what failed is traced when it is tried again.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [...quiet, '--no-first-run', ...asRoot],
    },
  },
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${portOf(worker)}/readyz`,
    env: {
      PORT: String(portOf(worker)),
      MQTT_PORT: '0',
      FURROW_SIMULATOR: 'off',
      HOST: '127.0.0.1',
      DATA_DIR: join(dataDir, String(worker)),
      FURROW_DEMO: 'on',
      // Cameras of the tests answer on this machine.
      FURROW_PRIVATE_CAMERAS: 'on',
      NODE_ENV: 'production',
    },
    reuseExistingServer: false,
    // Two at once fill their demo beside each other.
    timeout: 300_000,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
    // Killed outright, the server would leave its database running.
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  })),
})
