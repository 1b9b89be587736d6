import { useInvalidate } from '@refinedev/core'
import { useCallback, useRef } from 'react'
import { documentChain } from '#contract/inventory/document-calls.ts'
import { randomId } from '#src/lib/random.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { recordTimeline } from '#contract/approval/case-calls.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useSendAction } from '#src/kit/actions/use-send-action.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'

export type Move = 'submit' | 'withdraw' | 'close' | 'void' | 'start'

/**
 * Moves a document on. The same move of the same version goes under one key, so that a try after a
 * lost answer acts once. `tells`: the lists look again at once; not where many are moved, which is
 * told when the last one is.
 * Errors: rejects with the refusal.
 */
export function useMove(resource: AnyResource, tells = true) {
  const intent = useRef({ of: '', key: '' })
  const again = useDocumentNews(resource)
  const { act } = useSendAction(resource)
  return useCallback(
    async (move: Move, row: Row, input: Readonly<Record<string, unknown>> = {}): Promise<Row> => {
      const of = JSON.stringify([move, row.id, row.objectVersionNumber, input])
      if (intent.current.of !== of) intent.current = { of, key: randomId() }
      const moved = await act(move, row, input, intent.current.key)
      if (tells) await again()
      return moved as Row
    },
    [act, again, tells],
  )
}

/** Has everything that shows a document, its stock and its history look again. */
export function useDocumentNews({ screen }: Pick<AnyResource, 'screen'>) {
  const invalidate = useInvalidate()
  return useCallback(async () => {
    await Promise.all([
      invalidate({ resource: screen.name, invalidates: ['list', 'many', 'detail'] }),
      ...[recordHistory, documentChain, recordsCall(stockBalance), recordTimeline].map((shown) =>
        invalidateCall(shown),
      ),
    ])
  }, [invalidate, screen])
}
