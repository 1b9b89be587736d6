import { readdirSync } from 'node:fs'

/** Seals what the data of a release holds sealed. */
export const releaseSecret = 'the secret of a release, for tests alone'
/** Has left the first tenant. */
export const leaver = 'liangshufen'
const folder = 'tests/server/released'
/** What each release left behind (npm run release:data). */
export const released = readdirSync(folder)
  .filter((name) => name.endsWith('.dump'))
  .sort()
  .map((name) => ({ version: name.replace(/\.dump$/, ''), file: `${folder}/${name}` }))
