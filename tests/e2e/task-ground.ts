import { expect, type APIRequestContext } from 'playwright/test'
import { asCaller, tokensOf } from './console.ts'

/** A new task of 李大山's on a plot that nothing keeps people off, due today. */
export async function given(
  request: APIRequestContext,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
  type = 'PATROL',
): Promise<number> {
  const session = await tokensOf(request, 'admin')
  const base = `/wfpf/v1/${session.tenantId}`
  const all = async (path: string) =>
    (
      (await (await request.get(`${base}/${path}?size=0`, asCaller(session))).json()) as {
        content: {
          id: number
          areaId: number
          realName?: string
          code?: string
          landCode?: string
        }[]
      }
    ).content
  const [workers, types, lands] = [await all('worker'), await all('task-type'), await all('land')]
  const plot = lands.find(({ landCode }) => landCode === 'SQ-F01')!
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now())
  const answer = await request.post(`${base}/task`, {
    ...asCaller(session),
    data: {
      title,
      taskTypeId: types.find(({ code }) => code === type)!.id,
      areaId: plot.areaId,
      landIds: [plot.id],
      leaderId: workers.find(({ realName }) => realName === '李大山')!.id,
      startsOn: day,
      endsOn: day,
      plannedHours: 2,
      ...more,
    },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { id: number }).id
}
