import { playProtocols } from '#contract/camera/viewing.ts'
import type { CameraEngine } from './engine/engine.ts'
import type { Signed } from './engine/tickets.ts'

/** Where streams are answered, beside the calls: players ask for them, which know no sessions. */
export const mediaPath = '/media/live'
const files: Readonly<Record<number, string>> = {
  [playProtocols.flv]: 'live.flv',
  [playProtocols.hls]: 'hls/live.m3u8',
  [playProtocols.still]: 'still.jpg',
  [playProtocols.socket]: 'socket',
}
/** Where a ticket's holder is played to, by what the address speaks. */
export function playAddress(
  engine: CameraEngine,
  protocol: number,
  may: Signed,
): { ticket: string; url: string } {
  const ticket = engine.tickets.sign(may)
  return { ticket, url: `${mediaPath}/${ticket}/${files[protocol]}` }
}
/** Where an offer of a ticket's holder is answered. */
export const offerAddress = (ticket: string): string => `${mediaPath}/${ticket}/whep`
