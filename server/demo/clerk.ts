import type { Client } from './client.ts'

export interface Made {
  id: number
  objectVersionNumber: number
}
export interface Line {
  skuId: number
  quantity?: number
  price?: number | null
  lot?: string
  expiresOn?: string
  sourceLineId?: number
}
interface Task {
  id: number
  currentTaskId: number
}
export type Body = Record<string, unknown>

const zone = 'Asia/Shanghai'
/** The day so many days ago, on the farm's clock. */
export const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() - days * 86_400_000)

/** Writes documents as people do: through the calls, in the order of their days. */
export class Clerk {
  readonly #client: Client
  readonly #ids: ReadonlyMap<string, number>
  constructor(client: Client, ids: ReadonlyMap<string, number>) {
    this.#client = client
    this.#ids = ids
  }
  id(code: string): number {
    const id = this.#ids.get(code)
    if (!id) throw new Error(`demo: nothing is called ${code}`)
    return id
  }
  line(
    code: string,
    quantity: number,
    price: number | null = null,
    lot?: string,
    daysLeft = 400,
  ): Line {
    return {
      skuId: this.id(code),
      quantity,
      price,
      ...(lot && { lot, expiresOn: daysAgo(-daysLeft) }),
    }
  }
  draft(kind: string, day: number, body: Body): Promise<Made> {
    return this.#client.call<Made>(`POST /wfpf/v1/{tenant}/${kind}`, {
      occurredOn: daysAgo(day),
      ...body,
    })
  }
  async hand(kind: string, day: number, body: Body): Promise<Made> {
    const { id } = await this.draft(kind, day, body)
    return this.#client.call<Made>(`POST /wfpf/v1/{tenant}/${kind}/${id}/submit`, {})
  }
  /** A document made from another: `share` of what is left of each line. */
  async from(
    source: Made,
    kind: string,
    path: string,
    day: number,
    share: number,
    body: Body = {},
  ): Promise<Made> {
    const { goods, sourceId, warehouseId, partnerId, purpose } = await this.#client.call<
      Body & { goods: Line[] }
    >(`GET /wfpf/v1/{tenant}/stock-document/${source.id}/remaining`, { to: kind })
    const taken = goods.map(({ skuId, quantity, price, lot, expiresOn, sourceLineId }) => ({
      skuId,
      quantity: Math.max(1, Math.floor((quantity ?? 1) * share)),
      price,
      lot,
      expiresOn,
      sourceLineId,
    }))
    return this.hand(path, day, {
      sourceId,
      warehouseId,
      partnerId,
      ...(purpose !== undefined && { purpose }),
      goods: taken,
      ...body,
    })
  }
  call<T>(endpoint: string, input?: Body): Promise<T> {
    return this.#client.call<T>(endpoint, input)
  }
  /** Agrees to everything that waits for this person. */
  async agree(comment: string): Promise<void> {
    const { content } = await this.#client.call<{ content: Task[] }>(
      'GET /wfpf/v1/{tenant}/approval-task/query/page',
      { page: '1', size: '50', taskType: 'approval', taskState: '1' },
    )
    for (const { id, currentTaskId } of content)
      await this.#client.call(`PUT /wfpf/v1/{tenant}/approval-task/approve/${id}`, {
        taskId: currentTaskId,
        comment,
      })
  }
}
