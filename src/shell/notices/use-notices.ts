import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { messages, noticePages, readFlags, messageCount } from '#contract/message/reader-calls.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useAnswer, type Ask } from '#src/kit/calls/use-call.ts'
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
  ask: Ask,
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
    const found = await ask(noticePages, {
      ...common,
      statusCode: 'PUBLISHED',
    })
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
  const found = await ask(messages, {
    ...common,
    withContent: '1',
    userMessageTypeCode: 'NOTICE',
  })
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
    (ask) => load(ask, kind, place),
    {
      staleTime: 0,
      // Rows of the page before stay until the next have come; rows of the other tab do not.
      placeholderData: (before, query) =>
        (query?.queryKey[1] as { kind?: unknown } | undefined)?.kind === kind
          ? keepPreviousData(before)
          : undefined,
    },
  )
  const shown = [messages, noticePages, messageCount]
  const refresh = () => Promise.all(shown.map((one) => invalidateCall(one)))
  const readAll = useCallMutation(readFlags, { invalidates: shown })
  return { place, setPlace, list, refresh, readAll }
}
