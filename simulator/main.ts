import { play, type FieldDevice } from './field-device.ts'

/** What is played: read from the standard input up to its first line's end. When the input ends, so does this. */
export interface Script { url: string; devices: readonly FieldDevice[] }

let isPlaying = false
let line = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (part: string) => {
  line += part
  if (isPlaying || !line.includes('\n')) return
  isPlaying = true
  const { url, devices } = JSON.parse(line) as Script
  for (const [i, device] of devices.entries()) play(url, device, i + 1)
})
process.stdin.on('end', () => process.exit(0))
