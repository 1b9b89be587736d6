import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Client } from '#server/demo/client.ts'
import type { Served } from '#server/http/serve.ts'
import { likely } from './hostile.ts'
import { editable } from './samples.ts'
import { given } from './strangers.ts'
import { type Owner, anyMark } from './matrix-owner.ts'

export interface Shot {
  served: Served
  method: string
  path: string
  input: Record<string, unknown> | unknown[]
}
/** A stream that never ends once it is opened. */
export const isStream = ({ endpoint }: Served) => endpoint.endsWith('/live')
const partOf = (endpoint: string) => endpoint.split(' ')[1]!

/** What of a path says whose `{id}` it is, where no entity has the path. First match. */
const tables: readonly (readonly [RegExp, string])[] = [
  [/gateway\/switch\/\{id\}/, 'device_switch'],
  [/device\/command\/\{id\}/, 'device_command'],
  [/approval-task\/\w[\w-]*\/\{id\}/, 'approval_task'],
  [/approval-process\//, 'approval_case'],
  [/messages\/user\/\{id\}/, 'user_message'],
  [/\/jobs\/\{id\}/, 'job'],
  [/\/imports\/\{id\}/, 'list_import'],
  [/\/files\/(uploads\/)?\{id\}/, 'file'],
  [/sessions\/\{id\}/, 'session'],
  [/\/recycle\/\{id\}/, 'recycled'],
  [/list-views\/\{id\}/, 'list_view'],
  [/menu-theme\/\{id\}/, 'menu_theme'],
  [/tenant-screen\/\{id\}/, 'tenant_screen'],
  [/control-run\/\{id\}/, 'control_run'],
  [/\/alarm\/\{id\}/, 'alarm'],
  [/collection\/\{id\}/, 'gateway_collection'],
  [/strategy\/\{id\}/, 'gateway_strategy'],
  [/aerator\/pump\/\{id\}/, 'aerator_pump'],
  [/stock-document\/\{id\}/, 'stock_document'],
  [/device\/control-log/, 'device_command'],
  [/device\/offline-log/, 'device_offline'],
  [/simulated-farm|concentrator/, 'device'],
  [/platform\/tenants\/\{id\}/, 'tenant'],
]
/** Versions of a path are of one thing. */
const bare = (endpoint: string) => partOf(endpoint).replace(/\/v\d\//, '/')
const pathsOf = (entity: Entity) =>
  Object.values(entity.api)
    .filter(Boolean)
    .map((endpoint) => bare(endpoint).replace(/\/\{id\}.*/, ''))
/** The entity whose own path begins this one, the longest first. */
export function entityFor(served: Pick<Served, 'endpoint' | 'entity'>): Entity | undefined {
  if (served.entity) return entities.find(({ name }) => name === served.entity)
  const path = bare(served.endpoint)
  const found = entities.flatMap((entity) =>
    pathsOf(entity)
      .filter((one) => path === one || path.startsWith(`${one}/`))
      .map((one) => [one.length, entity] as const),
  )
  return found.sort((a, b) => b[0] - a[0])[0]?.[1]
}
export function idFor(owner: Owner, served: Served): number | string | undefined {
  const path = partOf(served.endpoint)
  // Only of what speaks it.
  if (/\/device\/\{id\}\/lora/.test(path)) return owner.rows.get('lorawanNode')!.id
  const table = tables.find(([part]) => part.test(path))?.[1]
  if (table) return owner.ids.get(table)
  return owner.rows.get(entityFor(served)?.name ?? '')?.id
}

/** The rows that fields of any entity mean by their names. */
const meant = new Map(
  entities.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { to }]) => (to ? [[name, to] as const] : [])),
  ),
)
/** `value` with the owner's own numbers where a name says what is meant. */
function aimed(
  value: unknown,
  name: string,
  owner: Owner,
  own: number | string | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((one) => aimed(one, name, owner, own))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, aimed(one, key, owner, own)]),
    )
  const one = name.replace(/s$/, '')
  if (one === 'id' && own !== undefined) return own
  if (one === 'tenantId') return owner.tenant.id
  if (one === 'accountId' || one === 'userId') return owner.tenant.adminAccount
  if (one === 'processId') return owner.ids.get('approval_case')
  if (one === 'regulatorId') return owner.rows.get('aerator')?.id
  const id = owner.rows.get(meant.get(name) ?? meant.get(one) ?? one.replace(/Id$/, ''))?.id
  return /Ids?$/.test(name) && id !== undefined ? id : value
}
export function shotOf(served: Served, owner: Owner): Shot {
  const [method, path] = served.endpoint.split(' ') as [string, string]
  const entity = entityFor(served)
  const row = owner.rows.get(entity?.name ?? '')
  const own = idFor(owner, served) ?? row?.id
  const guessed = aimed(
    likely(
      z.toJSONSchema(served.input, { unrepresentable: 'any', io: 'input' }) as Parameters<
        typeof likely
      >[0],
    ),
    '',
    owner,
    own,
  )
  const said = given[served.endpoint]?.(owner.rows)
  const whole =
    served.action === 'create'
      ? owner.bodies.get(served.entity!)
      : served.action === 'edit' && row
        ? editable(entity!, row)
        : served.action === 'list'
          ? { size: '0', ...entity!.fixedQuery }
          : undefined
  const input =
    said ??
    whole ??
    (typeof guessed === 'object' && guessed !== null ? (guessed as Record<string, unknown>) : {})
  const address = path
    .replace('{id}', String(own ?? 1))
    .replace('{factId}', '1')
    .replace('{skuId}', String(owner.ids.get('sku') ?? 1))
    .replace('{entity}', 'unit')
    .replace('{recordId}', String(owner.rows.get('unit')!.id))
    .replace(/\{(key|captchaKey)\}/, String(owner.ids.get('fileKey') ?? 'x'))
  if (served.endpoint.endsWith('/rtu/strategy') && method === 'GET')
    (input as Record<string, unknown>).deviceId = owner.rows.get('gateway')?.id
  const query =
    method === 'GET' && !Array.isArray(input)
      ? Object.fromEntries(
          Object.entries(input)
            .filter(
              ([name, one]) =>
                !path.includes(`{${name}}`) && one !== null && typeof one !== 'object',
            )
            .map(([name, one]) => [name, String(one)]),
        )
      : input
  return { served, method, path: address, input: unmarked(query) as Shot['input'] }
}
/** What is sent says nothing that an answer would be searched for. */
const unmarked = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll(anyMark, '文')
    : Array.isArray(value)
      ? value.map(unmarked)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unmarked(one)]))
        : value

export const differing = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].filter(([name, digest]) => after.get(name) !== digest).map(([name]) => name)

export interface Answer {
  shot: Shot
  status: number
  code: string
  body: string
}
/** The status a caller is told: an upload says it in its body. */
const statusOf = (answer: LightMyRequestResponse): [number, string] => {
  if (!answer.body.startsWith('{"failed":true')) return [answer.statusCode, '']
  const { code, status } = JSON.parse(answer.body) as { code: string; status?: number }
  return [answer.statusCode < 400 ? (status ?? 400) : answer.statusCode, code]
}
export async function fire(client: Client, shot: Shot): Promise<Answer> {
  const answer = await client.send(
    `${shot.method} ${shot.path}`,
    shot.method === 'GET' || Object.keys(shot.input).length ? shot.input : {},
  )
  const [status, code] = statusOf(answer)
  return { shot, status, code, body: answer.body }
}
