import { named, textOf, type Element } from '#server/modules/camera/engine/sources/xml.ts'

const [events, base, addressing] = [
  'http://www.onvif.org/ver10/events/wsdl',
  'http://docs.oasis-open.org/wsn/b-2',
  'http://www.w3.org/2005/08/addressing',
]
const ours = 'http://camera.example/event'
const actions: Readonly<Record<string, string>> = {
  CreatePullPointSubscription: `${events}/EventPortType/CreatePullPointSubscriptionRequest`,
  PullMessages: `${events}/PullPointSubscription/PullMessagesRequest`,
  Renew: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewRequest',
  Unsubscribe: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/UnsubscribeRequest',
}
const unknownPoint =
  '<x:Fault><x:Code><x:Value>x:Sender</x:Value><x:Subcode><x:Value>ter:InvalidArgVal</x:Value></x:Subcode></x:Code><x:Reason><x:Text>no such subscription</x:Text></x:Reason></x:Fault>'
/** A notification; `at` in ms by our clock. */
export interface Told {
  topic: string
  data: Readonly<Record<string, string>>
  at: number
  rule?: string
  operation?: 'Initialized' | 'Changed' | 'Deleted'
}
const secondsOf = (text: string) => Number(/^PT(\d+)S$/.exec(text)?.[1] ?? Number.NaN)
const iso = (ms: number) => new Date(ms).toISOString()

/** The event service of a camera: pull points, each with what it has not been asked for yet. */
export class PullPoints {
  readonly #url: () => string
  readonly #open = new Map<string, { until: number; waiting: Told[] }>()
  #made = 0
  /** What stands when somebody subscribes: told first. */
  standing: Told[] = []
  canRenew = true
  /** Ms that a pull waits at most, whatever it is asked for. */
  longestWaitMs = 300
  constructor(url: () => string) {
    this.#url = url
  }
  get size(): number {
    return this.#open.size
  }
  tell(...told: Told[]): void {
    for (const { waiting } of this.#open.values()) waiting.push(...told)
  }
  /** Forgets every subscription, as when it is switched off and on. */
  forget(): void {
    this.#open.clear()
  }
  /**
   * What is answered; null for what is no call of this service, or was not addressed to it.
   * `now`: its own time.
   */
  async answer(call: Element, header: Element | undefined, now: number): Promise<string | null> {
    if (!header || textOf(header, 'Action') !== actions[call.name]) return null
    if (call.name === 'CreatePullPointSubscription') return this.#subscribe(call, now)
    const [reference] = named(header, 'SubscriptionId')
    const id = reference?.uri === ours ? reference.text : ''
    const point = this.#open.get(id)
    if (!point || point.until < now) return unknownPoint
    if (!textOf(header, 'To').endsWith('/onvif/point')) return null
    const times = () =>
      `<CurrentTime>${iso(now)}</CurrentTime><TerminationTime>${iso(point.until)}</TerminationTime>`
    if (call.name === 'Renew') {
      if (!this.canRenew) return null
      point.until = now + secondsOf(textOf(call, 'TerminationTime')) * 1000
      return `<RenewResponse xmlns="${base}">${times()}</RenewResponse>`
    }
    if (call.name === 'Unsubscribe') {
      this.#open.delete(id)
      return `<UnsubscribeResponse xmlns="${base}"/>`
    }
    if (Number.isNaN(secondsOf(textOf(call, 'Timeout')))) return null
    const end = Date.now() + this.longestWaitMs
    while (point.waiting.length === 0 && Date.now() < end)
      await new Promise((done) => setTimeout(done, 20))
    const told = point.waiting.splice(0, Number(textOf(call, 'MessageLimit')))
    const late = now + Math.max(0, this.longestWaitMs - (end - Date.now()))
    return `<PullMessagesResponse xmlns="${events}"><CurrentTime>${iso(late)}</CurrentTime><TerminationTime>${iso(point.until)}</TerminationTime>${told.map((one) => this.#worded(one, late - Date.now())).join('')}</PullMessagesResponse>`
  }
  #subscribe(call: Element, now: number): string {
    const id = String((this.#made += 1))
    const until = now + secondsOf(textOf(call, 'InitialTerminationTime')) * 1000
    this.#open.set(id, { until, waiting: [...this.standing] })
    const port = new URL(this.#url()).port
    // As devices do, it names an address that only its own network knows, and wants a word back.
    return `<CreatePullPointSubscriptionResponse xmlns="${events}"><SubscriptionReference><Address xmlns="${addressing}">http://192.168.250.9:${port}/onvif/point</Address><ReferenceParameters xmlns="${addressing}"><e:SubscriptionId xmlns:e="${ours}">${id}</e:SubscriptionId></ReferenceParameters></SubscriptionReference><CurrentTime xmlns="${base}">${iso(now)}</CurrentTime><TerminationTime xmlns="${base}">${iso(until)}</TerminationTime></CreatePullPointSubscriptionResponse>`
  }
  #worded({ topic, data, at, rule = 'R1', operation = 'Changed' }: Told, ahead: number): string {
    const item = (name: string, value: string) => `<t:SimpleItem Name="${name}" Value="${value}"/>`
    return `<NotificationMessage xmlns="${base}"><Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</Topic><Message><t:Message UtcTime="${iso(at + ahead)}" PropertyOperation="${operation}"><t:Source>${item('Rule', rule)}</t:Source><t:Data>${Object.entries(
      data,
    )
      .map(([name, value]) => item(name, value))
      .join('')}</t:Data></t:Message></Message></NotificationMessage>`
  }
}
