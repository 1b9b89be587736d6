import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, step } from './prepare.mjs'

/** Chromium without what a window needs beside its page: the first page of a test opens in half the time. */
const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell']
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const onMac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
  ['/Applications', join(process.env.HOME ?? '', 'Applications')].map(
    (folder) => `${folder}/${name}.app/Contents/MacOS/${name}`,
  ),
)

/** The browser of this machine; the packages bring none. */
export function findChromium() {
  const places = [
    process.env.CHROMIUM,
    ...onPath(names),
    ...(process.platform === 'darwin' ? onMac : []),
    ...onPath(headlessNames),
  ]
  return places.find((place) => place && isProgram(place))
}

/** The browser of the tests: the one without windows where there is one. */
export function findTestBrowser() {
  return process.env.CHROMIUM
    ? findChromium()
    : (onPath(headlessNames).find(isProgram) ?? findChromium())
}

/** The path of the tests' browser, which is installed where that can be, or the one sentence that helps. */
export async function installTestBrowser() {
  const found = findTestBrowser()
  if (found && (process.env.CHROMIUM || headlessNames.some((name) => found.endsWith(name))))
    return found
  const problem =
    process.platform === 'darwin'
      ? "The browser tests need Chromium: brew install --cask chromium (or set CHROMIUM to a browser's program)."
      : "The browser tests need Chromium: sudo apt-get install -y chromium (or set CHROMIUM to a browser's program)."
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get'))
    return found ?? { problem }
  const install = installPackages()
  await step(
    'Installing Chromium',
    install.then(({ said }) => ({ code: 0, said })),
  )
  const { said } = await install
  return findTestBrowser() ?? { problem: `${said.trim()}\n${problem}` }
}

async function installPackages() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  const install = (name) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
  const headless = await install(headlessNames[0])
  // Not every distribution has it by itself.
  return headless.code === 0 || findChromium() ? headless : install('chromium')
}

const onPath = (programs) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((name) => join(folder, name)))

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
