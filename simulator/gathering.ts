import type { Memory } from './memory.ts'

interface List {
  revision: number
  devices: { eui: string; channels: string[] }[]
}

/**
 * What a gateway was told to gather: it hears these devices and no others, and says which list it
 * has.
 */
export class Gathering {
  readonly #key: string
  readonly #told: Map<string, number>
  readonly #memory: Memory
  #list: List | null
  /** `told`: what the device reports, by channel. */
  constructor(key: string, told: Map<string, number>, memory: Memory) {
    this.#key = `${key}/collection`
    this.#told = told
    this.#memory = memory
    const kept = memory.read(this.#key) as unknown as Partial<List>
    this.#list = kept.devices ? (kept as List) : null
    this.#say()
  }
  /** Takes the list over. Answers why it does not; null when it does. */
  obey({ value, content }: { value: number; content?: unknown }): string | null {
    const { devices } = (content ?? {}) as Partial<List>
    if (!Array.isArray(devices)) return 'no list given'
    this.#list = { revision: value, devices }
    this.#memory.write(this.#key, { ...this.#list })
    this.#say()
    return null
  }
  hears(eui: string): boolean {
    return this.#list?.devices.some((one) => one.eui === eui) ?? false
  }
  #say(): void {
    if (!this.#list) return
    this.#told.set('collection', this.#list.revision)
    this.#told.set('children', this.#list.devices.length)
  }
}
