import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import type { Page } from '#contract/call.ts'
import type { RunStep } from '#contract/automation/control-run.ts'
import type { Client } from '#server/demo/client.ts'
import { freePort, over, patiently, Server, setUpOver } from './killed-server.ts'

/** `valves`: new ones each round, each with a rule of two steps that is set off once. */
interface RuleKillLoop {
  dataDir: string
  rounds: number
  valves: number
  say?: (line: string) => void
}
/**
 * `accepted`: runs that a call was answered with. `untrue`: runs that say they are done and whose
 * valve was not told both steps.
 */
interface RuleKillResult {
  accepted: number
  found: number
  lost: number
  twice: number
  untrue: number
  open: number
  ends: Record<string, number>
}

interface Run {
  id: number
  ruleId: number
  state: string
  reason: string | null
  steps: RunStep[]
}
interface Valve {
  client: MqttClient
  orders: { id: number; value: number }[]
  ruleId: number
}
const settleMs = 100_000

async function newValve(
  admin: Client,
  mqttPort: number,
  areaId: number,
  name: string,
): Promise<Valve> {
  const { id } = await patiently<{ id: number }>(admin, 'POST /wfpe/v1/{tenant}/device', {
    name,
    deviceType: 'electric_valve',
    eui: name,
    areaId,
  })
  const { key, secret } = await patiently<{ key: string; secret: string }>(
    admin,
    `PUT /wfpe/v1/{tenant}/device/${id}/credential`,
    {},
  )
  const step = { mode: 'serial', deviceId: id, channel: 'open' }
  const rule = await patiently<{ id: number }>(admin, 'POST /wfpe/v1/{tenant}/control-rule', {
    name,
    enabledFlag: 1,
    actions: [
      { ...step, value: 1 },
      { ...step, value: 0, delaySeconds: 1 },
    ],
  })
  const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: secret,
    reconnectPeriod: 300,
    protocolVersion: 4,
  })
  const orders: Valve['orders'] = []
  client.on('error', () => undefined)
  client.on('message', (_topic, payload) => {
    const order = JSON.parse(payload.toString()) as { id: number; value: number }
    orders.push(order)
    setTimeout(
      () =>
        client.publish('v1/devices/me/telemetry', JSON.stringify({ open: order.value }), {
          qos: 1,
        }),
      100,
    )
  })
  await client.subscribeAsync('v1/devices/me/commands', { qos: 1 })
  return { client, orders, ruleId: rule.id }
}

/**
 * Rules are set off while the server is killed again and again, every other time with its database.
 * Every run that was
 * answered is in the log once and comes to an end that is true, and no valve is told a step twice.
 */
export async function ruleKillLoop({
  dataDir,
  rounds,
  valves: count,
  say = () => undefined,
}: RuleKillLoop): Promise<RuleKillResult> {
  const mqttPort = await freePort()
  const server = new Server({ dataDir, port: await freePort(), mqttPort })
  const valves: Valve[] = []
  const accepted: number[] = []
  try {
    await server.start()
    const admin = over(server.address)
    await setUpOver(admin, dataDir)
    const base = await admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/area', {
      areaName: 'Base',
      areaCode: 'B1',
    })
    for (let round = 0; round < rounds; round++) {
      const fresh = await Promise.all(
        Array.from({ length: count }, (_, i) =>
          newValve(admin, mqttPort, base.id, `valve-${round}-${i}`),
        ),
      )
      valves.push(...fresh)
      const set = fresh.map(({ ruleId }) =>
        admin.call<Run>(`POST /wfpe/v1/{tenant}/control-rule/${ruleId}/run`).then(
          ({ id }) => accepted.push(id),
          () => undefined,
        ),
      )
      await wait((round * 173) % 2600)
      await server.kill(round % 2 === 1)
      await Promise.all(set)
      say(`round ${round + 1}: ${accepted.length} runs answered`)
      await server.start()
    }
    return judge(await settled(admin), accepted, valves)
  } finally {
    await Promise.all(valves.map(({ client }) => client.endAsync(true)))
    await server.stop()
  }
}

/** A command that nobody carries out any more ends with its time to live, and its run with it. */
async function settled(admin: Client): Promise<Run[]> {
  for (const over = Date.now() + settleMs; ; await wait(1000)) {
    const { content } = await patiently<Page<Run>>(admin, 'GET /wfpe/v1/{tenant}/control-run', {
      size: '0',
    })
    if (Date.now() > over || content.every(({ state }) => state !== 'running')) return content
  }
}
function judge(
  runs: readonly Run[],
  accepted: readonly number[],
  valves: readonly Valve[],
): RuleKillResult {
  const valuesOf = (ruleId: number) =>
    valves
      .find((one) => one.ruleId === ruleId)!
      .orders.map(({ value }) => value)
      .join()
  const ends: Record<string, number> = {}
  for (const { state, reason } of runs)
    ends[[state, reason].filter(Boolean).join(' ')] =
      (ends[[state, reason].filter(Boolean).join(' ')] ?? 0) + 1
  const ran = valves.map(({ ruleId }) => runs.filter((run) => run.ruleId === ruleId).length)
  return {
    accepted: accepted.length,
    found: runs.length,
    lost: accepted.filter((id) => !runs.some((run) => run.id === id)).length,
    twice:
      ran.filter((times) => times > 1).length +
      valves.filter(({ orders }) => new Set(orders.map(({ value }) => value)).size < orders.length)
        .length,
    untrue: runs.filter(({ state, ruleId }) => state === 'done' && valuesOf(ruleId) !== '1,0')
      .length,
    open: runs.filter(({ state }) => state === 'running').length,
    ends,
  }
}
