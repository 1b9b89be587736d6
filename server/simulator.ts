import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SimulatedDevice } from './demo/devices.ts'

const fileIn = (dataDir: string) => join(dataDir, 'simulator.json')

/** Keeps the credentials that the demo gave its devices: the database has hashes only. Readable by the owner of the data alone. */
export function keepSimulated(dataDir: string, devices: readonly SimulatedDevice[]): void {
  writeFileSync(`${fileIn(dataDir)}.new`, JSON.stringify(devices), { mode: 0o600 })
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir))
}

/** Starts the demo's devices as a process of their own; answers how to stop them, or null where the demo made none. */
export function startSimulator(dataDir: string, url: string): (() => Promise<void>) | null {
  if (!existsSync(fileIn(dataDir))) return null
  const [loader, entry] = import.meta.env ? [[], './simulator.js'] : [['--import', 'tsx'], '../simulator/main.ts']
  const child: ChildProcess = spawn(process.execPath, [...loader, fileURLToPath(new URL(entry, import.meta.url))], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.on('error', () => undefined)
  child.stdin!.on('error', () => undefined)
  child.stdin!.write(`${JSON.stringify({ url, devices: JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as SimulatedDevice[] })}\n`)
  return async () => {
    // Its input is its life line: it ends with ours, however ours ends.
    child.stdin!.end()
    await ended
  }
}
