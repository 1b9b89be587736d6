import { expect, type APIRequestContext } from 'playwright/test'
import { asCaller, sealed, tokensOf, type Session } from './console.ts'

/** Where somebody works. */
export interface Farm {
  admin: Session
  base: string
  plot: string
  store: string
  /** Something that lies there, as a scanner reads it. */
  item: string
  /** Who is asked to do tasks. */
  hand: string
  password?: string
}
const call =
  (method: 'get' | 'post' | 'put') =>
  async <T>(
    request: APIRequestContext,
    session: Session,
    path: string,
    data?: unknown,
  ): Promise<T> => {
    const answer = await request[method](path.replace('{tenant}', String(session.tenantId)), {
      ...asCaller(session),
      ...(data === undefined ? {} : { data }),
    })
    expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, 200, ''])
    return (await answer.json().catch(() => null)) as T
  }
export const [get, post, put] = [call('get'), call('post'), call('put')]
export type Page1<T> = { content: T[] }

/** The farm of the demo, as it stands. */
export async function demoFarm(request: APIRequestContext): Promise<Farm> {
  return {
    admin: await tokensOf(request, 'admin'),
    base: '石碁蔬菜基地',
    plot: '东一区',
    store: '工具房',
    item: 'I-GLQ',
    hand: '李大山',
  }
}

const secret = 'Spring2027a'
async function joins(request: APIRequestContext, code: string, loginName: string): Promise<void> {
  const answer = await request.post('/oauth/public/invitation/redeem', {
    data: { code, loginName, password: await sealed(request, secret) },
  })
  expect([loginName, answer.status()]).toEqual([loginName, 200])
}
/** A new tenant with the starter set and somebody in each of its roles; names end in `mark`. */
export async function newFarm(
  request: APIRequestContext,
  mark: string,
): Promise<{ farm: Farm; people: Readonly<Record<string, string>> }> {
  const operator = await tokensOf(request, 'operator')
  const { invitation } = await post<{ invitation: { code: string } }>(
    request,
    operator,
    '/iam/v1/platform/tenants',
    {
      tenantName: `起步农场${mark}`,
      realName: '起步人',
      phone: `137${mark.padStart(8, '0')}`,
      subModules: ['wfpf-farm', 'wfpf-inventory', 'wfpf-company'],
      loginName: `owner${mark}`,
    },
  )
  await joins(request, invitation.code, `owner${mark}`)
  const admin = await tokensOf(request, `owner${mark}`, secret)
  await post(request, admin, '/wfpf/v1/{tenant}/guide/starter', {
    language: 'zh-CN',
    parts: ['roles', 'units', 'taskTypes', 'crops'],
  })
  const base = await post<{ id: number; areaId: number }>(
    request,
    admin,
    '/wfpf/v1/{tenant}/area',
    {
      areaName: '起步基地',
      organizationType: 'area',
      latlng: '22.9612,113.3421',
    },
  )
  await post(request, admin, '/wfpf/v1/{tenant}/land', {
    landName: '起步地块',
    areaId: base.areaId ?? base.id,
  })
  const roles = await get<Page1<{ id: number; code: string }>>(
    request,
    admin,
    '/iam/v1/{tenant}/roles?size=0',
  )
  const people: Record<string, string> = {}
  for (const code of ['base-manager', 'storekeeper', 'purchaser', 'engineer', 'worker']) {
    const loginName = `${code.slice(0, 4)}${mark}`
    const made = await post<{ id: number }>(request, admin, '/iam/v1/{tenant}/users', {
      loginName,
      realName: code,
      roleIds: [roles.content.find((one) => one.code === code)!.id],
    })
    const issued = await post<{ code: string }>(
      request,
      admin,
      `/iam/v1/{tenant}/users/${made.id}/reset-password`,
    )
    await joins(request, issued.code, loginName)
    people[code] = loginName
    if (code === 'worker')
      await post(request, admin, '/wfpf/v1/{tenant}/worker', {
        realName: '起步工人',
        kind: 'permanent',
        areaId: base.areaId ?? base.id,
        userId: made.id,
        enabledFlag: 1,
      })
  }
  const store = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/warehouse', {
    name: '起步仓',
    code: 'START',
    areaId: base.areaId ?? base.id,
  })
  const units = await get<Page1<{ id: number }>>(request, admin, '/wfpf/v1/{tenant}/unit?size=1')
  const goods = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/product', {
    name: '起步肥',
    code: 'START-F',
    type: 'fertilizer',
    unitId: units.content[0]!.id,
    enabledFlag: 1,
    purchaseFlag: 1,
    saleFlag: 1,
    consumableFlag: 1,
  })
  const skus = await get<Page1<{ id: number }>>(
    request,
    admin,
    `/wfpf/v1/{tenant}/product/sku?productId=${goods.id}`,
  )
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now())
  const paper = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/warehousing', {
    occurredOn: day,
    warehouseId: store.id,
    purpose: 'purchase',
    goods: [{ skuId: skus.content[0]!.id, quantity: 50, price: 3 }],
  })
  await post(request, admin, `/wfpf/v1/{tenant}/warehousing/${paper.id}/submit`, {})
  const farm = {
    admin,
    base: '起步基地',
    plot: '起步地块',
    store: '起步仓',
    item: 'START-F',
    hand: '起步工人',
    password: secret,
  }
  return { farm, people }
}
/** A task for today, of the farm's hand. */
export async function taskFor(
  request: APIRequestContext,
  { admin, hand, plot }: Farm,
  title: string,
): Promise<void> {
  const all = <T>(path: string) =>
    get<Page1<T>>(request, admin, `/wfpf/v1/{tenant}/${path}?size=0`).then(({ content }) => content)
  const lands = await all<{ id: number; areaId: number; landName: string }>('land')
  const workers = await all<{ id: number; realName: string }>('worker')
  const types = await all<{ id: number; code: string }>('task-type')
  const land = lands.find(({ landName }) => landName.includes(plot))!
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now())
  await post(request, admin, '/wfpf/v1/{tenant}/task', {
    title,
    taskTypeId: types.find(({ code }) => code === 'PATROL')!.id,
    areaId: land.areaId,
    landIds: [land.id],
    leaderId: workers.find(({ realName }) => realName === hand)!.id,
    startsOn: day,
    endsOn: day,
    plannedHours: 2,
  })
}
