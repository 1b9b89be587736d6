import type { APIRequestContext } from 'playwright'
import { asCaller, tokensOf, type Session } from './console.ts'

export const states = { notStarted: 1, inProgress: 2, finished: 3 } as const
export interface TaskSeen {
  state: number
  startedAt: string | null
  finishedAt: string | null
  photos: string[]
  reportNote: string | null
  objectVersionNumber: number
}
interface Row {
  id: number
  areaId: number
  code?: string
  landCode?: string
  realName?: string
}

/** The office: it gives work, is a second phone, and sees what arrived. */
export class Farm {
  readonly #api: APIRequestContext
  readonly #admin: Session
  readonly worker: Session
  readonly #ids: { type: number; plot: Row; leader: number }
  private constructor(
    api: APIRequestContext,
    admin: Session,
    worker: Session,
    ids: { type: number; plot: Row; leader: number },
  ) {
    this.#api = api
    this.#admin = admin
    this.worker = worker
    this.#ids = ids
  }
  static async open(api: APIRequestContext): Promise<Farm> {
    const admin = await tokensOf(api, 'admin')
    const all = async (path: string) => {
      const answer = await api.get(`/wfpf/v1/${admin.tenantId}/${path}?size=0`, asCaller(admin))
      return ((await answer.json()) as { content: Row[] }).content
    }
    const [workers, types, lands] = [await all('worker'), await all('task-type'), await all('land')]
    return new Farm(api, admin, await tokensOf(api, 'worker'), {
      type: types.find(({ code }) => code === 'PATROL')!.id,
      plot: lands.find(({ landCode }) => landCode === 'SQ-F01')!,
      leader: workers.find(({ realName }) => realName === '李大山')!.id,
    })
  }
  /** The same farm on another day: sessions that began today. */
  async nextDay(): Promise<Farm> {
    const [admin, worker] = [
      await tokensOf(this.#api, 'admin'),
      await tokensOf(this.#api, 'worker'),
    ]
    return new Farm(this.#api, admin, worker, this.#ids)
  }
  #path = (path: string) => `/wfpf/v1/${this.#admin.tenantId}/${path}`
  async give(title: string): Promise<number> {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now())
    const { type, plot, leader } = this.#ids
    const answer = await this.#api.post(this.#path('task'), {
      ...asCaller(this.#admin),
      data: {
        title,
        taskTypeId: type,
        areaId: plot.areaId,
        landIds: [plot.id],
        leaderId: leader,
        startsOn: day,
        endsOn: day,
        plannedHours: 2,
      },
    })
    return ((await answer.json()) as { id: number }).id
  }
  async seen(id: number): Promise<TaskSeen> {
    const answer = await this.#api.get(this.#path(`task/${id}`), asCaller(this.#admin))
    return (await answer.json()) as TaskSeen
  }
  /** The same person on another phone. */
  async other(id: number, action: 'start' | 'finish', note: string): Promise<boolean> {
    const answer = await this.#api.post(this.#path(`task/${id}/${action}`), {
      ...asCaller(this.worker),
      data:
        action === 'start'
          ? {}
          : { hours: [{ workerId: this.#ids.leader, hours: 1 }], reportNote: note },
    })
    return answer.ok()
  }
  async entries(title: string): Promise<number> {
    const address = this.#path(`log?logTitle=${encodeURIComponent(title)}`)
    const answer = await this.#api.get(address, asCaller(this.#admin))
    return ((await answer.json()) as { totalElements: number }).totalElements
  }
  /** What is left of a sequence is in the way of the next. */
  async tidy(id: number): Promise<void> {
    const { state } = await this.seen(id)
    const action = state === states.finished ? 'end' : state < states.finished ? 'cancel' : null
    if (action)
      await this.#api.post(this.#path(`task/${id}/${action}`), {
        ...asCaller(this.#admin),
        data: { reason: 'bench' },
      })
  }
}
