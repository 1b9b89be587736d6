import { createHmac, timingSafeEqual } from 'node:crypto'
import { clarities, type Clarity } from '#contract/camera/viewing.ts'

/** Who may be shown what, until when. */
export interface Ticket {
  tenant: number
  camera: number
  clarity: Clarity
  /** The session whose rights it stands on; or a public link's viewer. */
  session: number | null
  share: number | null
  /** The moment (ms) from which the camera's own card plays; null: live. */
  from: number | null
  /** That lies in the camera's cloud. */
  isCloud: boolean
  /** For the picture in a list alone, which no history tells of. */
  isGlance: boolean
  /** Ms since 1970. */
  until: number
}
export type Signed = Omit<Ticket, 'until' | 'from' | 'isCloud' | 'isGlance'> &
  Partial<Pick<Ticket, 'from' | 'isCloud' | 'isGlance'>>
/** Ms in which a stream has to be begun. */
const ticketMs = 60_000

/** Play addresses carry what they open, signed: for one camera and one session, and for a minute. */
export class Tickets {
  readonly #key: Buffer
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('camera tickets').digest()
  }
  #mac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 32)
  }
  sign(may: Signed, now = Date.now()): string {
    const { tenant, camera, clarity, session, share, from, isCloud = false, isGlance = false } = may
    const parts = [
      tenant,
      camera,
      clarities[clarity],
      session ?? 0,
      share ?? 0,
      from ?? 0,
      Number(isGlance),
      Number(isCloud),
    ]
    const text = [...parts, now + ticketMs].map((one) => one.toString(36)).join('-')
    return `${text}.${this.#mac(text)}`
  }
  /** null: forged or late. */
  read(given: unknown, now = Date.now()): Ticket | null {
    const [text = '', mac = ''] = String(given ?? '').split('.')
    const [asked, right] = [Buffer.from(mac), Buffer.from(this.#mac(text))]
    if (asked.length !== right.length || !timingSafeEqual(asked, right)) return null
    const [tenant, camera, clarity, session, share, from, glance, cloud, until] = text
      .split('-')
      .map((one) => Number.parseInt(one, 36)) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    // One of another version has no such part, and is over.
    if (!(until > now)) return null
    return {
      tenant,
      camera,
      clarity: clarity === clarities.hd ? 'hd' : 'sd',
      session: session || null,
      share: share || null,
      from: from || null,
      isCloud: cloud === 1,
      isGlance: glance === 1,
      until,
    }
  }
}
