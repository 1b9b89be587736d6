import { setTimeout as pause } from 'node:timers/promises'

// Uses so much of one processor and nothing else: node burner.ts <share, 0 to 1>
const share = Number(process.argv[2])
const sliceMs = 20
process.send!('ready')
while (process.connected) {
  const end = performance.now() + sliceMs * share
  while (performance.now() < end);
  await pause(sliceMs * (1 - share))
}
