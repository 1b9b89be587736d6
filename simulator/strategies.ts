import type { Memory } from './memory.ts'

type Trigger =
  | { kind: 'time'; from: string; to: string; days: number[] }
  | {
      kind: 'threshold'
      eui: string | null
      channel: string
      comparison: 'below' | 'above'
      value: number
      back: number
    }
interface Kept {
  revision: number
  name: string
  enabled: boolean
  timeZone: string
  trigger: Trigger
  actuator: string
  circuit: number | null
}
interface Told {
  actuator: string
  circuit: number | null
  value: number
  content?: unknown
}

/** One that waits for a limit is on so long when it is called. */
const calledMs = 10 * 60_000
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
/** Day (1 Monday to 7 Sunday) and minute of the day where the gateway stands. */
function localTime(at: number, timeZone: string): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  return {
    day: weekdays.indexOf(of('weekday')) + 1,
    minute: Number(of('hour')) * 60 + Number(of('minute')),
  }
}
function isWithin(
  { from, to, days }: Extract<Trigger, { kind: 'time' }>,
  at: number,
  timeZone: string,
): boolean {
  const { day, minute } = localTime(at, timeZone)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  if (begin < end) return days.includes(day) && minute >= begin && minute < end
  // Past midnight: what began yesterday is still on.
  return minute >= begin
    ? days.includes(day)
    : minute < end && days.includes(day === 1 ? 7 : day - 1)
}
const spanMs = ({ from, to }: Extract<Trigger, { kind: 'time' }>) =>
  ((minutesOf(to) - minutesOf(from) + 1440) % 1440) * 60_000

/**
 * What a gateway keeps and runs without anybody: it switches where a strategy begins and where it
 * ends, and leaves the rest to others.
 */
export class Strategies {
  readonly #key: string
  readonly #told: Map<string, number>
  readonly #memory: Memory
  readonly #kept: Map<string, Kept>
  readonly #isOn = new Set<string>()
  /** Called by hand: on until then. */
  readonly #until = new Map<string, number>()
  /** `told`: what the device reports, by channel. */
  constructor(key: string, told: Map<string, number>, memory: Memory) {
    this.#key = key
    this.#told = told
    this.#memory = memory
    this.#kept = new Map(Object.entries(memory.read<Kept>(key)))
    for (const [slot, { revision }] of this.#kept) told.set(`strategy.${slot}`, revision)
  }

  /** Keeps, forgets or calls. Answers why it does not; null when it does. */
  obey({ actuator, circuit, value, content }: Told, now: number): string | null {
    if (actuator === 'strategyCall') {
      const slot = String((content as { slot?: number } | undefined)?.slot)
      const one = this.#kept.get(slot)
      if (!one) return 'no such strategy'
      this.#until.set(slot, now + (one.trigger.kind === 'time' ? spanMs(one.trigger) : calledMs))
      this.#told.set('strategyCalled', value)
      return null
    }
    const slot = String(circuit)
    this.#end(slot)
    if (value === 0) this.#kept.delete(slot)
    else if (!content) return 'no strategy given'
    else this.#kept.set(slot, { ...(content as Omit<Kept, 'revision'>), revision: value })
    this.#told.set(`strategy.${slot}`, value)
    this.#memory.write(this.#key, Object.fromEntries(this.#kept))
    return null
  }

  /**
   * Looks at all of them; whether something was switched. `valuesOf`: what a device measures, by
   * its number; null for the gateway itself.
   */
  run(now: number, valuesOf: (eui: string | null) => Record<string, number> | undefined): boolean {
    let isSwitched = false
    for (const [slot, one] of this.#kept) {
      const isOn = this.#wants(slot, one, now, valuesOf)
      if (isOn === this.#isOn.has(slot)) continue
      if (isOn) this.#isOn.add(slot)
      else this.#end(slot)
      if (isOn) this.#told.set(targetOf(one), 1)
      isSwitched = true
    }
    return isSwitched
  }
  #wants(
    slot: string,
    { enabled, trigger, timeZone }: Kept,
    now: number,
    valuesOf: (eui: string | null) => Record<string, number> | undefined,
  ): boolean {
    const isCalled = (this.#until.get(slot) ?? 0) > now
    if (trigger.kind === 'time') return isCalled || (enabled && isWithin(trigger, now, timeZone))
    const value = valuesOf(trigger.eui)?.[trigger.channel]
    // Nothing to be heard: as it stands.
    if (value === undefined) return isCalled || this.#isOn.has(slot)
    const isBeyond = (limit: number) =>
      trigger.comparison === 'below' ? value < limit : value > limit
    return (
      isCalled ||
      (enabled && (this.#isOn.has(slot) ? isBeyond(trigger.back) : isBeyond(trigger.value)))
    )
  }
  #end(slot: string): void {
    const one = this.#kept.get(slot)
    this.#until.delete(slot)
    if (one && this.#isOn.delete(slot)) this.#told.set(targetOf(one), 0)
  }
}
const targetOf = ({ actuator, circuit }: Kept) =>
  circuit === null ? actuator : `${actuator}.${circuit}`
