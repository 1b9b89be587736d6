import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { messages, noticePages, readFlags, messageCount } from '#contract/message/reader-calls.ts'
import { call } from '#src/api/call.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import type { NoticeRef } from './NoticeDetail.tsx'
import { endOfToday, readAllCode } from './rules.ts'

export type NoticeKind = keyof typeof readAllCode
export interface Line extends NoticeRef {
  at: string
  by: string
  isRead: boolean
}
export interface Place {
  page: number
  size: number
  readFlag: '' | '0' | '1'
  category?: string
}

async function load(
  kind: NoticeKind,
  { page, size, readFlag, category }: Place,
): Promise<{ lines: Line[]; total: number }> {
  const common = {
    page,
    size,
    readFlag,
    endDate: endOfToday(),
    ...(category && { noticeCategoryCode: category }),
  }
  if (kind === 'announcements') {
    const found = await call(
      noticePages,
      { ...common, statusCode: 'PUBLISHED', receiverTypeCode: 'ANNOUNCE' },
      { quiet: true },
    )
    return {
      total: found.totalElements,
      lines: found.content.map((one) => ({
        kind,
        id: one.id,
        title: one.title,
        at: one.publishedDate,
        by: one.publishedByUser,
        isRead: one.readFlag === 1,
      })),
    }
  }
  const found = await call(
    messages,
    { ...common, withContent: '1', userMessageTypeCode: 'NOTICE' },
    { quiet: true },
  )
  return {
    total: found.totalElements,
    lines: found.content.map((one) => ({
      kind,
      id: one.id,
      title: one.subject,
      at: one.publishedDate,
      by: one.publishedByUser,
      isRead: one.readFlag === 1,
    })),
  }
}

/** One tab's rows, where one is in them, and what reading does to the rest of the console. */
export function useNotices(kind: NoticeKind) {
  const [place, setPlace] = useState<Place>({ page: 1, size: 10, readFlag: '' })
  const list = useAnswer(
    kind === 'announcements' ? noticePages : messages,
    { kind, ...place },
    () => load(kind, place),
    {
      staleTime: 0,
      // Rows of the page before stay until the next have come; rows of the other tab do not.
      placeholderData: (before, query) =>
        (query?.queryKey[1] as { kind?: unknown } | undefined)?.kind === kind
          ? keepPreviousData(before)
          : undefined,
    },
  )
  const refresh = () =>
    Promise.all([messages, noticePages, messageCount].map((shown) => invalidateCall(shown)))
  const readAll = async () => {
    await call(readFlags, { readAll: readAllCode[kind] }, { quiet: true })
    await refresh()
  }
  return { place, setPlace, list, refresh, readAll }
}
