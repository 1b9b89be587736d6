/** What a device was told, in our words. */
export interface Told {
  id: number
  actuator: string
  circuit: number | null
  value: number
  content?: unknown
  expiresAt: string
}
type Values = Record<string, number>
/** A maker's words, from the device's side: the other end of the server's drivers. */
export interface Spoken {
  /** A report of what was measured at a time (ms); what there is no word for is not said. */
  say(values: Values, at: number): unknown
  /** What it was told, from what was published to it; null where it does not understand. */
  hear(published: Record<string, unknown>): Pick<Told, 'actuator' | 'circuit' | 'value'> | null
  /** Channels that it has words for. */
  channels: ReadonlySet<string>
}
