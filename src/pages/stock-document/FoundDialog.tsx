import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { countLines } from '#contract/inventory/document-calls.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { call } from '#src/api/call.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import type { Item } from './goods.ts'

/** Puts something onto a count that the books did not expect: an item, or another lot of one. */
export function FoundDialog({
  id,
  item,
  isKnown,
  onClose,
}: {
  id: number
  item: Item
  /** Its lots in the books are all counted: another one was found. */ isKnown: boolean
  onClose: (isAdded: boolean) => void
}) {
  const t = useLabels(stocktake)
  const { run, isBusy, problem } = useSubmit()
  const [lot, setLot] = useState('')
  const add = async () => {
    if (
      await run(
        async () =>
          void (await call(
            countLines,
            { id, lines: [{ skuId: item.id, lot: lot.trim() || null, counted: null }] },
            { quiet: true },
          )),
      )
    )
      onClose(true)
  }
  return (
    <Modal
      open
      title={t(isKnown ? 'inventory:count.unexpectedLot' : 'inventory:count.unexpected', {
        name: item.name,
      })}
      okText={t('inventory:count.add')}
      okButtonProps={{ disabled: item.lotFlag === 1 && !lot.trim() }}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void add()}
      onCancel={() => onClose(false)}
    >
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      {item.lotFlag === 1 && (
        <Form component={false} layout="vertical">
          <Form.Item label={lineLabel(t, stocktake, 'goods', 'lot')} htmlFor="count-lot" required>
            <Input
              id="count-lot"
              autoFocus
              autoComplete="off"
              maxLength={40}
              value={lot}
              onChange={({ target }) => setLot(target.value)}
              onPressEnter={() => lot.trim() && void add()}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
