import { randomUUID } from 'node:crypto'
import {
  CameraFault,
  type CameraEvent,
  type CameraEventKind,
  type CameraEvents,
  type SourceServices,
} from '../source.ts'
import { askSoap, type Signer } from './soap.ts'
import { escaped, named, textOf, type Element } from './xml.ts'

const events = 'http://www.onvif.org/ver10/events/wsdl'
const notification = 'http://docs.oasis-open.org/wsn/b-2'
const addressing = 'http://www.w3.org/2005/08/addressing'
const actions = {
  CreatePullPointSubscription: `${events}/EventPortType/CreatePullPointSubscriptionRequest`,
  PullMessages: `${events}/PullPointSubscription/PullMessagesRequest`,
  Renew: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewRequest',
  Unsubscribe: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/UnsubscribeRequest',
} as const
/** What topics are about (ONVIF topics, imaging and analytics); deeper ones are part of them. */
const topics: readonly (readonly [string, CameraEventKind])[] = [
  ['RuleEngine/CellMotionDetector/Motion', 'motion'],
  ['RuleEngine/MotionRegionDetector/Motion', 'motion'],
  ['VideoSource/MotionAlarm', 'motion'],
  ['RuleEngine/LineDetector/Crossed', 'line'],
  ['RuleEngine/FieldDetector/ObjectsInside', 'line'],
  ['RuleEngine/TamperDetector/Tamper', 'tamper'],
  ['VideoSource/GlobalSceneChange', 'tamper'],
]
/** Ms between two pulls, each of which waits itself. */
const paceMs = 500
/** Seconds that a pull waits for something, and that a subscription lasts. */
const [waitSeconds, lifeSeconds] = [4, 60]
const mostMessages = 50

/** Where events are asked for, and as whom. */
interface EventService {
  events: string
  signer: Signer | null
  /** Where an address that the device names is, at the host that we were given. */
  at(named: string): string | null
}
interface Subscription {
  url: string
  signer: Signer | null
  /** What has to stand in every header to it. */
  reference: string
  renewAt: number
}

/** Ms of a device's time, which is UTC whether or not it says so. */
function timeOf(text: string | undefined): number {
  if (!text) return Number.NaN
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}
/** Without the prefixes of names, which devices choose as they like. */
const plainTopic = (text: string) =>
  text
    .split('/')
    .map((part) => part.replace(/^[\w.-]+:/, ''))
    .join('/')
const kindOf = (topic: string) =>
  topics.find(([known]) => topic === known || topic.startsWith(`${known}/`))?.[1]
const itemsOf = (message: Element, part: 'Source' | 'Data') =>
  message.children
    .filter(({ name }) => name === part)
    .flatMap((one) => named(one, 'SimpleItem'))
    .map(({ attributes }) => ({ name: attributes.Name ?? '', value: attributes.Value ?? '' }))
/** Whether what a message is about goes on; null: it says nothing of that, and passes. */
function stateOf(message: Element): boolean | null {
  if (message.attributes.PropertyOperation === 'Deleted') return false
  const state = itemsOf(message, 'Data').find(
    ({ name, value }) => /^(Is|State$)/i.test(name) && /^(true|false|0|1)$/i.test(value),
  )
  return state ? /^(true|1)$/i.test(state.value) : null
}
/** What the device wants to have back in each header (WS-Addressing, reference parameters). */
const referenceOf = (answer: Element): string =>
  (named(answer, 'ReferenceParameters')[0]?.children ?? [])
    .map(
      ({ name, uri, text }) =>
        `<r:${name} xmlns:r="${escaped(uri)}" xmlns:a="${addressing}" a:IsReferenceParameter="true">${escaped(text.trim())}</r:${name}>`,
    )
    .join('')

/** What a device's notifications say, in our words and by our clock. */
class Notifications {
  readonly #since: number
  /** What goes on of each kind, by rule and place. */
  readonly #on = new Map<CameraEventKind, Set<string>>()
  constructor(since: number) {
    this.#since = since
  }
  read(answer: Element): CameraEvent[] {
    const ahead = timeOf(textOf(answer, 'CurrentTime')) - Date.now()
    return named(answer, 'NotificationMessage').flatMap((one) => {
      const topic = plainTopic(textOf(one, 'Topic'))
      const kind = kindOf(topic)
      const message = named(one, 'Message').find(({ attributes }) => 'UtcTime' in attributes)
      return kind && message ? this.#eventOf(kind, topic, message, ahead) : []
    })
  }
  #eventOf(kind: CameraEventKind, topic: string, message: Element, ahead: number): CameraEvent[] {
    const said = message.attributes.UtcTime ?? ''
    const at = timeOf(said) - ahead
    const when = Math.min(Number.isFinite(at) ? at : Date.now(), Date.now())
    const source = JSON.stringify([topic, itemsOf(message, 'Source')])
    const isOn = stateOf(message)
    const id = `${source} ${said} ${isOn}`
    if (isOn === null)
      return when < this.#since ? [] : [{ id, kind, at: when, isOver: false, lasts: false }]
    const going = this.#on.get(kind) ?? new Set()
    this.#on.set(kind, going)
    const before = going.size
    if (isOn) going.add(source)
    else going.delete(source)
    // Of what several rules see, the first begins and the last ends it.
    const isNews = before === 0 || going.size === 0
    const from = Math.max(when, this.#since)
    return isNews ? [{ id, kind, at: from, isOver: !isOn, lasts: true }] : []
  }
}

/** The event service of a device, by a pull point (ONVIF core, 9): subscribed, pulled and renewed. */
class PullPoint {
  readonly #service: () => Promise<EventService>
  readonly #services: SourceServices
  #subscription: Subscription | null = null
  constructor(service: () => Promise<EventService>, services: SourceServices) {
    this.#service = service
    this.#services = services
  }
  #ask(
    call: keyof typeof actions,
    to: { url: string; signer: Signer | null; reference?: string },
    inner: string,
  ): Promise<Element> {
    const uri = call === 'Renew' || call === 'Unsubscribe' ? notification : events
    const { outgoing } = this.#services
    const header = `<a:Action xmlns:a="${addressing}" s:mustUnderstand="1">${actions[call]}</a:Action><a:MessageID xmlns:a="${addressing}">urn:uuid:${randomUUID()}</a:MessageID><a:To xmlns:a="${addressing}" s:mustUnderstand="1">${escaped(to.url)}</a:To>${to.reference ?? ''}`
    return askSoap(
      to.url,
      `<${call} xmlns="${uri}">${inner}</${call}>`,
      to.signer,
      // A pull takes as long as it waits.
      { ...outgoing, timeoutMs: outgoing.timeoutMs + waitSeconds * 1000 },
      header,
    )
  }
  async #subscribe(): Promise<Subscription> {
    const { events: url, signer, at } = await this.#service()
    const life = `<InitialTerminationTime>PT${lifeSeconds}S</InitialTerminationTime>`
    // Without a filter: whoever takes one, takes it in a form of their own.
    const answer = await this.#ask('CreatePullPointSubscription', { url, signer }, life)
    const address = at(textOf(answer, 'SubscriptionReference', 'Address'))
    if (!address) throw new CameraFault('not_allowed', 'no pull point')
    return { url: address, signer, reference: referenceOf(answer), renewAt: renewalOf(answer) }
  }
  /** What came since the last pull. Errors: `CameraFault`; the next pull subscribes anew. */
  async pull(): Promise<Element> {
    const wasOpen = this.#subscription !== null
    try {
      return await this.#pulled()
    } catch (error) {
      // Whoever is not there lets go of it by itself.
      if (error instanceof CameraFault && error.code === 'unreachable') this.#subscription = null
      await this.end()
      // A device that was switched off and on knows nothing of subscriptions from before.
      if (wasOpen && error instanceof CameraFault && error.code === 'command_failed')
        return this.#pulled()
      throw error
    }
  }
  async #pulled(): Promise<Element> {
    const to = (this.#subscription ??= await this.#subscribe())
    if (Date.now() > to.renewAt) await this.#renew(to)
    return this.#ask(
      'PullMessages',
      to,
      `<Timeout>PT${waitSeconds}S</Timeout><MessageLimit>${mostMessages}</MessageLimit>`,
    )
  }
  async #renew(to: Subscription): Promise<void> {
    const time = `<TerminationTime>PT${lifeSeconds}S</TerminationTime>`
    try {
      to.renewAt = renewalOf(await this.#ask('Renew', to, time))
    } catch (error) {
      // Those that cannot renew go on as long as they are pulled; else the next pull says so.
      if (!(error instanceof CameraFault) || error.code === 'unreachable') throw error
      to.renewAt = Date.now() + (lifeSeconds / 2) * 1000
    }
  }
  async end(): Promise<void> {
    const to = this.#subscription
    this.#subscription = null
    if (to) await this.#ask('Unsubscribe', to, '').catch(() => undefined)
  }
}
/** When half of the life is over that a device gave, by its own clock; of ours where it says none. */
function renewalOf(answer: Element): number {
  const given = timeOf(textOf(answer, 'TerminationTime')) - timeOf(textOf(answer, 'CurrentTime'))
  return Date.now() + (given > 0 ? Math.min(given, lifeSeconds * 1000) : lifeSeconds * 1000) / 2
}

/** `service` throws where there is none, or nobody is there. */
export function onvifEvents(
  service: () => Promise<EventService>,
  since: number,
  services: SourceServices,
): CameraEvents {
  const point = new PullPoint(service, services)
  const notifications = new Notifications(since)
  return {
    paceMs,
    next: async () => notifications.read(await point.pull()),
    end: () => point.end(),
  }
}
