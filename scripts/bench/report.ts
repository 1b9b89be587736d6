import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

interface Line {
  figure: string
  value: string
  bar: string
  isMet: boolean
}
const lines: Line[] = []
/** A figure that may be at most `most`. */
export const note = (figure: string, value: number, most: number, unit: string, digits = 2) =>
  void lines.push({
    figure,
    value: `${value.toFixed(digits)} ${unit}`.trim(),
    bar: `≤ ${most} ${unit}`.trim(),
    isMet: value <= most,
  })
export const noteLeast = (figure: string, value: number, least: number, unit: string) =>
  void lines.push({
    figure,
    value: `${value.toFixed(0)} ${unit}`.trim(),
    bar: `≥ ${least} ${unit}`.trim(),
    isMet: value >= least,
  })
/** A figure without a bar. */
export const inform = (figure: string, value: string) =>
  void lines.push({ figure, value, bar: '', isMet: true })
export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The table of all figures, also as a file. */
export function report(rounds: number): void {
  const width = Math.max(...lines.map((line) => line.figure.length))
  const table = lines.map(
    (l) =>
      `${l.bar ? (l.isMet ? '✓' : '✗') : ' '} ${l.figure.padEnd(width)}  ${l.value.padStart(12)}  ${l.bar}`,
  )
  console.log(`\n${table.join('\n')}\n`)
  mkdirSync('bench-results', { recursive: true })
  const cpu = cpus()
  writeFileSync(
    'bench-results/last.json',
    `${JSON.stringify({ at: new Date().toISOString(), machine: `${cpu.length} × ${cpu[0]?.model}`, node: process.version, rounds, lines }, null, 2)}\n`,
  )
}
