import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { findTestBrowser } from './scripts/chromium.mjs'
import { scratchDir } from './scripts/scratch.mjs'

const port = Number(process.env.E2E_PORT ?? 18_080)
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
  // Two cores: the server, its database and the browser already fill them.
  workers: 1,
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
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      MQTT_PORT: '0',
      FURROW_SIMULATOR: 'off',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      FURROW_DEMO: 'on',
      // Cameras of the tests answer on this machine.
      FURROW_PRIVATE_CAMERAS: 'on',
      NODE_ENV: 'production',
    },
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    // Killed outright, the server would leave its database running.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
