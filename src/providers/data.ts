import type { BaseRecord, DataProvider, MetaQuery } from '@refinedev/core'
import { actionOf } from '#src/api/action-meta.ts'
import { ApiError, isApiError } from '#src/api/api-error.ts'
import { http } from '#src/api/client.ts'
import { keptRows } from '#src/api/field/kept-rows.ts'
import { queryOf } from '#contract/request.ts'
import { resolveEndpoint } from '#src/api/call.ts'
import { listQuery } from '#src/api/list-query.ts'
import { entityOutlines, type EntityOutline } from '#contract/outlines.ts'
import { storageName, type Action, type Endpoint } from '#contract/entity.ts'
import type { Page } from '#contract/call.ts'

type Body = Record<string, unknown>
const record = (values: unknown): Body =>
  typeof values === 'object' && values !== null ? (values as Body) : {}

function entityOf(resource: string): EntityOutline {
  const found = entityOutlines.find((entity) => entity.name === resource)
  if (!found) throw new Error(`no entity '${resource}'`)
  return found
}
function endpointOf(entity: EntityOutline, action: Action | string): Endpoint {
  const endpoint = entity.api[action]
  if (!endpoint) throw new Error(`${entity.name}: no endpoint for '${action}'`)
  return endpoint
}

/** Refine reads a refusal's fields as lists of sentences. */
const forRefine = (error: ApiError) =>
  Object.assign(error, {
    errors: Object.fromEntries(
      Object.entries(error.fields).map(([field, sentence]) => [field, [sentence]]),
    ),
  })

async function send<T>(
  endpoint: Endpoint,
  input: Body | readonly Body[],
  meta: MetaQuery | undefined,
  read: boolean,
): Promise<T> {
  const { method, url, rest } = resolveEndpoint(endpoint, input)
  try {
    const { data } = await http.request<T>({
      method,
      url,
      ...(read ? { params: queryOf(rest) } : { data: rest }),
      signal: read
        ? (meta?.queryContext as { signal?: AbortSignal } | undefined)?.signal
        : undefined,
      // The screens show a refusal where it belongs; the data hooks and forms never need a second
      // tip.
      quiet: true,
      idempotencyKey: meta?.idempotencyKey as string | undefined,
    })
    return data
  } catch (error) {
    throw isApiError(error) ? forRefine(error) : error
  }
}

/**
 * Rows of the information list carry `list` and `total` beside the page's own names (contract: page
 * out).
 */
function pageOf<T>(answer: (Partial<Page<T>> & { list?: T[]; total?: number }) | T[]): {
  data: T[]
  total: number
  isCut: boolean
} {
  if (Array.isArray(answer)) return { data: answer, total: answer.length, isCut: false }
  const data = answer.content ?? answer.list ?? []
  return {
    data,
    total: answer.totalElements ?? answer.total ?? data.length,
    isCut: answer.totalIsCut ?? false,
  }
}

/** What was taken along into the field stands in for the server that is out of reach. */
const withoutNetwork =
  <T>(entity: string, input: Body) =>
  async (error: unknown): Promise<T[]> => {
    const kept = isApiError(error) && error.isUnanswered ? await keptRows(entity, input) : null
    if (!kept) throw error
    return kept as T[]
  }

/**
 * A path that holds no `{id}` takes it in the body: under its alias where the record has one (area:
 * `areaId`).
 */
const identified = (entity: EntityOutline, endpoint: Endpoint, id: unknown): Body =>
  endpoint.includes('{id}') ? { id } : entity.alias ? { [entity.alias]: id } : { id }

/** Far more than any screen shows at once. */
const mostVersions = 5000
const versions = new Map<string, number>()
const keyOf = (entity: EntityOutline, id: unknown) => `${storageName(entity)}/${String(id)}`
/** An edit that names no version means the record as it was last read here. */
function remember<T>(entity: EntityOutline, read: T): T {
  for (const one of [read].flat() as unknown[]) {
    const { id, objectVersionNumber } = record(one)
    if (typeof objectVersionNumber !== 'number') continue
    const key = keyOf(entity, id)
    // The newest last: what was read longest ago goes first.
    versions.delete(key)
    versions.set(key, objectVersionNumber)
    if (versions.size > mostVersions) versions.delete(versions.keys().next().value!)
  }
  return read
}

/**
 * simple-rest over the console's client, with what the contract's services do otherwise: pages,
 * tenants in paths,
 * ids in bodies, versions. Its `custom` is kept, and fetched by whoever asks it.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => '',
  custom: async (asked) => {
    const { default: simpleRest } = await import('@refinedev/simple-rest')
    return simpleRest('', http).custom!(asked)
  },
  getList: async <T extends BaseRecord>({
    resource,
    pagination,
    sorters,
    filters,
    meta,
  }: Parameters<DataProvider['getList']>[0]) => {
    const entity = entityOf(resource)
    const { currentPage = 1, pageSize = 10, mode = 'server' } = pagination ?? {}
    const page = mode === 'server' ? { page: currentPage, size: pageSize } : { size: 0 }
    const input = { ...listQuery(entity, filters, sorters), ...page }
    const found = pageOf(
      await send<Page<T>>(endpointOf(entity, 'list'), input, meta, true).catch(
        withoutNetwork<T>(entity.name, input),
      ),
    )
    remember(entity, found.data)
    return found
  },
  getOne: async <T extends BaseRecord>({
    resource,
    id,
    meta,
  }: Parameters<DataProvider['getOne']>[0]) => {
    const entity = entityOf(resource)
    return { data: remember(entity, await send<T>(endpointOf(entity, 'show'), { id }, meta, true)) }
  },
  getMany: async <T extends BaseRecord>({
    resource,
    ids,
    meta,
  }: Parameters<NonNullable<DataProvider['getMany']>>[0]) => {
    const entity = entityOf(resource)
    const input = { ...entity.fixedQuery, ids: ids.join(','), size: 0 }
    const { data } = pageOf(
      await send<Page<T>>(endpointOf(entity, 'list'), input, meta, true).catch(
        withoutNetwork<T>(entity.name, input),
      ),
    )
    return { data: remember(entity, data) }
  },
  create: async <T extends BaseRecord, V>({
    resource,
    variables,
    meta,
  }: {
    resource: string
    variables: V
    meta?: MetaQuery
  }) => {
    const entity = entityOf(resource)
    const made = await send<T>(endpointOf(entity, 'create'), record(variables), meta, false)
    return { data: remember(entity, made) }
  },
  update: async <T extends BaseRecord, V>({
    resource,
    id,
    variables,
    meta,
  }: {
    resource: string
    id: unknown
    variables: V
    meta?: MetaQuery
  }) => {
    const entity = entityOf(resource)
    const given = record(variables)
    const objectVersionNumber = given.objectVersionNumber ?? versions.get(keyOf(entity, id))
    // Something else that can be done to a record (contract: `states`), which need have no version.
    const action = actionOf(meta)
    const endpoint = endpointOf(entity, action ?? 'edit')
    if (endpoint.startsWith('GET'))
      return { data: await send<T>(endpoint, identified(entity, endpoint, id), meta, true) }
    if (objectVersionNumber === undefined && !action)
      throw new Error(`${resource}: an edit needs its objectVersionNumber, or a reading before it`)
    const body = {
      ...given,
      objectVersionNumber,
      ...(action ? identified(entity, endpoint, id) : { id }),
    }
    return { data: remember(entity, await send<T>(endpoint, body, meta, false)) }
  },
  updateMany: async <T extends BaseRecord, V>({
    resource,
    ids,
    variables,
    meta,
  }: {
    resource: string
    ids: readonly unknown[]
    variables: V
    meta?: MetaQuery
  }) => {
    const entity = entityOf(resource)
    const action = actionOf(meta)
    // One call for all of them, where the contract has one (`batchActions`).
    if (action && entity.batchActions?.includes(action)) {
      const list = ids.map((id) => ({ id, ...record(variables) }))
      await send(endpointOf(entity, action), list, meta, false)
      return { data: ids.map((id) => ({ id })) as unknown as T[] }
    }
    const each = ids.map((id) =>
      dataProvider.update<T, V>({ resource, id: id as number, variables, meta }),
    )
    return { data: (await Promise.all(each)).map(({ data }) => data) }
  },
  deleteOne: async <T extends BaseRecord, V>({
    resource,
    id,
    variables,
    meta,
  }: {
    resource: string
    id: unknown
    variables?: V
    meta?: MetaQuery
  }) => {
    const entity = entityOf(resource)
    const endpoint = endpointOf(entity, 'delete')
    const answer = await send<unknown>(
      endpoint,
      { ...record(variables), ...identified(entity, endpoint, id) },
      meta,
      false,
    )
    // chosen: some services count what they deleted; nothing deleted is a refusal
    if (entity.answers?.delete === 'count' && answer !== 1) throw new ApiError(404, {})
    return { data: { id } as unknown as T }
  },
}
