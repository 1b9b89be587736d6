import { Aedes } from 'aedes'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

interface Item {
  id: string
  data: string
  expiresAt?: string
}
interface Node {
  eui: string
  waiting: Item[]
  acknowledges: string[]
  value: number
}
export interface LoraNetwork {
  url: string
  /** Its REST interface, as far as its queue goes. */
  apiUrl: string
  subscribed: Promise<void>
  did: { value: number; at: number }[]
  queued: Item[]
  add: (eui: string) => void
  report: (eui: string) => Promise<void>
  end: () => void
}

/**
 * A network server as ChirpStack v4 is one: a queue per node, first in first out, of which one item
 * goes out shortly after each
 * uplink; what is past its end is dropped then, with a log event. `chance` decides what is lost in
 * the air and on the way to us.
 * `honours`: knows `expiresAt` (4.10 and later). `opensFor`: ms between the uplink's event and the
 * look into the queue.
 */
export async function loraNetwork({
  chance,
  honours = true,
  opensFor = 100,
  deviceClass = 'CLASS_A',
}: {
  chance: () => number
  honours?: boolean
  opensFor?: number
  deviceClass?: string
}): Promise<LoraNetwork> {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nodes = new Map<string, Node>()
  const rest = createHttpServer((request, response) => {
    const node = nodes.get(/^\/api\/devices\/(\w+)\/queue$/.exec(request.url ?? '')?.[1] ?? '')
    if (!node) return response.writeHead(404).end('{}')
    const result = node.waiting.map((item) => ({ ...item, isPending: false }))
    if (request.method === 'DELETE') node.waiting = []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result }))
  })
  await new Promise<void>((resolve) => rest.listen(0, '127.0.0.1', resolve))
  const did: { value: number; at: number }[] = []
  const queued: Item[] = []
  let isEnded = false
  broker.on('publish', ({ topic, payload }) => {
    const eui = /device\/(\w+)\/command\/down$/.exec(topic)?.[1]
    if (!eui) return
    const item = JSON.parse(payload.toString()) as Item
    queued.push(item)
    const node = nodes.get(eui)
    node?.waiting.push(item)
    if (node && deviceClass === 'CLASS_C') setTimeout(() => void listens(node), opensFor)
  })
  const drop = ({ id }: Item, { eui }: Node) =>
    say(eui, 'log', {
      level: 'ERROR',
      code: 'EXPIRED',
      description: 'queue-item expired',
      context: { queue_item_id: id },
    })
  const isExpired = ({ expiresAt }: Item) =>
    honours && expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
  const execute = (node: Node, { data }: Item) => {
    node.value = Buffer.from(data, 'base64')[0]!
    did.push({ value: node.value, at: Date.now() })
  }
  /**
   * A node of class C hears at any time, acknowledges and reports at once; what the air loses is
   * sent again.
   */
  async function listens(node: Node): Promise<void> {
    if (isEnded) return
    const item = node.waiting.shift()
    if (!item) return
    if (isExpired(item)) return drop(item, node)
    if (chance() < 0.15) {
      node.waiting.unshift(item)
      setTimeout(() => void listens(node), opensFor)
      return
    }
    execute(node, item)
    if (chance() > 0.2) await say(node.eui, 'ack', { queueItemId: item.id, acknowledged: true })
    if (chance() > 0.1)
      await say(node.eui, 'up', { fPort: 2, data: Buffer.from([node.value]).toString('base64') })
  }
  const say = (eui: string, kind: string, body: object) =>
    new Promise<void>((resolve) =>
      broker.publish(
        {
          cmd: 'publish',
          topic: `application/app1/device/${eui}/event/${kind}`,
          qos: 1,
          retain: false,
          dup: false,
          payload: Buffer.from(
            JSON.stringify({
              deviceInfo: { devEui: eui, deviceName: 'n', deviceClassEnabled: deviceClass },
              time: new Date().toISOString(),
              ...body,
            }),
          ),
        },
        () => resolve(),
      ),
    )
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiUrl: `http://127.0.0.1:${(rest.address() as AddressInfo).port}`,
    subscribed: new Promise<void>((resolve) => broker.once('subscribe', () => resolve())),
    did,
    queued,
    add: (eui) => void nodes.set(eui, { eui, waiting: [], acknowledges: [], value: 0 }),
    report: async (eui) => {
      const node = nodes.get(eui)!
      const isHeard = chance() > 0.1
      if (isHeard) {
        for (const queueItemId of node.acknowledges.splice(0))
          if (chance() > 0.2) await say(eui, 'ack', { queueItemId, acknowledged: true })
        await say(eui, 'up', { fPort: 2, data: Buffer.from([node.value]).toString('base64') })
      }
      if (!isHeard) return
      await wait(opensFor)
      for (let item = node.waiting.shift(); item; item = node.waiting.shift()) {
        if (isExpired(item)) {
          await drop(item, node)
          continue
        }
        // Lost in the air: confirmed downlinks are tried again at the next report.
        if (chance() < 0.15) node.waiting.unshift(item)
        else {
          execute(node, item)
          node.acknowledges.push(item.id)
        }
        return
      }
    },
    end: () => ((isEnded = true), broker.close(), rest.close(), void server.close()),
  }
}
