import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import LatestNotice from '#src/shell/notices/LatestNotice.tsx'
import NoticeCentre from '#src/shell/notices/NoticeCentre.tsx'
import { currentQuestion } from '#src/ui/confirm.ts'
import { fakeServer, refusal, type Asked } from './fake-server.ts'
import './dom-matchers.ts'

vi.mock('#src/kit/app/use-identity.ts', () => ({
  useTimeZone: () => 'Asia/Shanghai',
  useIdentity: () => undefined,
}))
const announced = (id: number, readFlag: 0 | 1) => ({
  id,
  noticeId: id,
  title: `公告${id}`,
  publishedDate: '2026-11-20T08:00:00Z',
  publishedByUser: '林建国',
  noticeCategoryCode: 'ANNOUNCE',
  receiverTypeCode: 'ANNOUNCE',
  stickyFlag: 0,
  readFlag,
  attachmentUuid: null,
  noticeContent: { noticeBody: '<p>今晚降温</p><script>alert(1)</script>' },
})
const told = {
  id: 7,
  userMessageId: 7,
  subject: '通知7',
  readFlag: 0,
  userMessageTypeCode: 'NOTICE',
  publishedByUser: '系统',
  publishedDate: '2026-11-20T08:00:00Z',
  creationDate: '2026-11-20T08:00:00Z',
  attachmentUuid: null,
}
const page = (content: object[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  number: 0,
  size: 10,
})
let rows: object[]
function server(): Asked[] {
  return fakeServer(({ path }) => {
    if (path.endsWith('/notices/page-details')) return { body: page(rows) }
    if (path.endsWith('/messages/user')) return { body: page([told]) }
    if (path.endsWith('/read-flag') && path.includes('/notices/')) return { body: announced(2, 1) }
    if (path.endsWith('/messages/user/read-flag')) return { status: 204 }
    return refusal(404, 'error.notFound')
  })
}
const draw = (element: React.ReactElement) =>
  render(<QueryClientProvider client={queries}>{element}</QueryClientProvider>)

beforeEach(async () => {
  localStorage.clear()
  queries.clear()
  rows = [announced(2, 0), announced(1, 1)]
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(['shell', 'kit', 'common', 'menus', 'errors'])
})

describe('the notice centre', () => {
  it('asks for what the specification names, and shows what is unread', async () => {
    const log = server()
    draw(<NoticeCentre onClose={vi.fn()} />)
    await screen.findByText('公告2')
    const asked = (path: string) => log.filter((one) => one.path.endsWith(path)).at(-1)!.params
    expect(asked('/notices/page-details')).toMatchObject({
      page: 1,
      size: 10,
      statusCode: 'PUBLISHED',
    })
    expect(screen.getAllByRole('img', { name: '未读' })).toHaveLength(1)
    fireEvent.click(screen.getByRole('radio', { name: '未读' }))
    await waitFor(() => expect(asked('/notices/page-details').readFlag).toBe('0'))
    fireEvent.click(screen.getByRole('tab', { name: '通知' }))
    await screen.findByText('通知7')
    expect(asked('/messages/user')).toMatchObject({
      withContent: '1',
      userMessageTypeCode: 'NOTICE',
    })
    expect(asked('/messages/user')).not.toHaveProperty('statusCode')
  })
  it('marks everything read only when sure: 2 for announcements', async () => {
    const log = server()
    draw(<NoticeCentre onClose={vi.fn()} />)
    await screen.findByText('公告2')
    const marks = () => log.filter(({ path }) => path.endsWith('/messages/user/read-flag'))
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
    await act(async () => currentQuestion()!.answer(false))
    expect(marks()).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
    await act(async () => currentQuestion()!.answer(true))
    await waitFor(() => expect(marks().map(({ body }) => body)).toEqual([{ readAll: 2 }]))
  })
  it('shows a text as its writer meant it, without what could run', async () => {
    server()
    draw(<NoticeCentre onClose={vi.fn()} />)
    fireEvent.click(await screen.findByText('公告2'))
    await screen.findByText('今晚降温')
    expect(document.querySelector('script')).toBeNull()
  })
})

describe('the latest message', () => {
  it('shows the first announcement, unread; "I know" reads it and it is done', async () => {
    localStorage.setItem('notice_token', 'true')
    const log = server()
    const done = vi.fn()
    draw(<LatestNotice onDone={done} />)
    await screen.findByText('今晚降温')
    expect(log[0]!.params).toMatchObject({ page: 1, size: 0 })
    fireEvent.click(screen.getByRole('button', { name: '我知道了' }))
    await waitFor(() =>
      expect(log.some(({ path }) => path.endsWith('/notices/2/read-flag'))).toBe(true),
    )
    expect([localStorage.getItem('notice_token'), done.mock.calls.length]).toEqual(['false', 1])
  })
  it('stays away when the first was read, and is not due any more', async () => {
    localStorage.setItem('notice_token', 'true')
    rows = [announced(2, 1), announced(1, 0)]
    server()
    const done = vi.fn()
    draw(<LatestNotice onDone={done} />)
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect([localStorage.getItem('notice_token'), document.querySelector('[role=dialog]')]).toEqual(
      ['false', null],
    )
  })
})
