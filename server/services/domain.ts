import type { Services } from './services.ts'

/** Ends what was begun; resolves when nothing of it is under way any more. */
export type Stop = () => Promise<void> | void

/** The server's side of a domain. */
export interface ServerDomain {
  name: string
  /** Serves its calls and takes on its jobs; nothing happens yet. */
  serve(app: Services): Promise<void> | void
  /**
   * Begins whatever works without being asked (watches, clocks, rules), once calls are answered;
   * answers what ends it.
   */
  start?(app: Services): Promise<Stop> | Stop
}

/** Ends many, the last begun first. */
export const stopAll =
  (stops: readonly Stop[]): Stop =>
  async () => {
    for (const stop of stops.toReversed()) await stop()
  }
