import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, step } from './prepare.mjs'

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
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const places = [process.env.CHROMIUM, ...onPath, ...(process.platform === 'darwin' ? onMac : [])]
  return places.find((place) => place && isProgram(place))
}

/** The path of a browser just installed, or the one sentence that helps. */
export async function installChromium() {
  const problem =
    process.platform === 'darwin'
      ? "The browser tests need Chromium: brew install --cask chromium (or set CHROMIUM to a browser's program)."
      : "The browser tests need Chromium: sudo apt-get install -y chromium (or set CHROMIUM to a browser's program)."
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get'))
    return { problem }
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = run('apt-get', ['update', '-qq'], env).then(() =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env),
  )
  await step(
    'Installing Chromium',
    install.then(({ said }) => ({ code: 0, said })),
  )
  const { said } = await install
  return findChromium() ?? { problem: `${said.trim()}\n${problem}` }
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
