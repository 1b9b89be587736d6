import { messageCount } from '#contract/message/reader-calls.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { unreadOf } from './rules.ts'

/** How much is unread, for whoever has the bell's code. */
export function useUnread(isReady = true) {
  const may = useGranted(shellCodes.noticeBell, isReady)
  const { data } = useCall(messageCount, may === true ? {} : null, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return { may: may === true, counts: data, unread: data ? unreadOf(data) : 0 }
}
