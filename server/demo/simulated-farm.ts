import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FarmFault } from '#contract/simulation/simulated-farm.ts'
import type { FarmAtPlay } from '#server/http/context.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { camerasHost, type DemoCameras } from './cameras.ts'
import type { DemoDevice } from './devices.ts'

/**
 * The demo's devices. `until`: up to when (ms) their past is written by a job; from then on they
 * hand it in themselves.
 */
export interface Simulated {
  tenantId: number
  until: number
  devices: readonly DemoDevice[]
  video?: DemoCameras
  faults?: Readonly<Record<number, Broken>>
}
interface Broken {
  fault: FarmFault
  since: number
}

const fileIn = (dataDir: string) => join(dataDir, 'simulator.json')

/**
 * Keeps the credentials that the demo gave its devices: the database has hashes only. Readable by
 * the owner of the data alone.
 */
export function keepSimulated(dataDir: string, simulated: Simulated): void {
  writeFileSync(`${fileIn(dataDir)}.new`, JSON.stringify(simulated), { mode: 0o600 })
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir))
}
/** What the demo made, or null where it made none. */
export function readSimulated(dataDir: string): Simulated | null {
  if (!existsSync(fileIn(dataDir))) return null
  const kept = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Simulated | DemoDevice[]
  // A demo from before there was a past to write.
  return Array.isArray(kept) ? { tenantId: 0, until: 0, devices: kept } : (kept as Simulated)
}

/**
 * The demo's devices at play, as a process of their own. `dataDir`: where it is kept what is wrong
 * with them.
 */
export class SimulatedFarm implements FarmAtPlay {
  readonly tenantId: number
  readonly ids: readonly number[]
  readonly #dataDir: string
  readonly #simulated: Simulated
  readonly #faults: Map<number, Broken>
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  /** `stands`: told at which port the cameras' services answer. */
  constructor(
    dataDir: string,
    simulated: Simulated,
    url: string,
    stands: Map<string, number> = new Map(),
  ) {
    this.tenantId = simulated.tenantId
    this.ids = simulated.devices.map(({ id }) => id)
    this.#dataDir = dataDir
    this.#simulated = simulated
    this.#faults = new Map(
      Object.entries(simulated.faults ?? {}).map(([id, broken]) => [Number(id), broken]),
    )
    const [loader, entry] = import.meta.env
      ? [[], './simulator.js']
      : [['--import', 'tsx'], '../../simulator/main.ts']
    this.#child = spawn(
      process.execPath,
      [...loader, fileURLToPath(new URL(entry, import.meta.url))],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve()))
    this.#child.on('error', () => undefined)
    this.#child.stdin!.on('error', () => undefined)
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      stands.set(camerasHost, (JSON.parse(line) as { port: number }).port)
    })
    this.#say({
      url,
      devices: simulated.devices,
      since: simulated.until,
      memory: join(dataDir, 'simulator-memory.json'),
      ...(simulated.video &&
        ffmpegFile() && {
          video: {
            ...simulated.video,
            ffmpeg: ffmpegFile(),
            folder: join(dataDir, 'simulator-cameras'),
            host: camerasHost,
          },
        }),
    })
    for (const [id, broken] of this.#faults) this.#say({ id, broken })
  }
  #say(line: object): void {
    this.#child.stdin!.write(`${JSON.stringify(line)}\n`)
  }

  faultOf(id: number): FarmFault | null {
    return this.#faults.get(id)?.fault ?? null
  }
  /** Breaks a device or, with null, mends it; so it stays until another is told. */
  break(id: number, fault: FarmFault | null): void {
    const broken = fault && { fault, since: Date.now() }
    if (broken) this.#faults.set(id, broken)
    else this.#faults.delete(id)
    keepSimulated(this.#dataDir, { ...this.#simulated, faults: Object.fromEntries(this.#faults) })
    this.#say({ id, broken })
  }
  async stop(): Promise<void> {
    // Its input is its life line: it ends with ours, however ours ends.
    this.#child.stdin!.end()
    await this.#ended
  }
}
