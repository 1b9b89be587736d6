import { Alert, Button } from 'antd'
import { useState, type ComponentProps } from 'react'
import type { z } from 'zod'
import type { Callable } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '../Dialog.tsx'
import { SecretItem } from './SecretItem.tsx'

interface ConnectProps extends Pick<ActionDialogProps, 'row' | 'onClose'> {
  title: string
  keep: Callable<z.ZodType<{ id: number; secret: string }>, z.ZodType>
  test: Callable<z.ZodType<{ id: number }>, z.ZodType<{ problem: string | null }>>
  /** Whether there is something to ask with before a secret is saved here. */
  mayTest: boolean
  item: Pick<ComponentProps<typeof SecretItem>, 'label' | 'help' | 'most'>
  words: Readonly<Record<'saved' | 'test' | 'fine', string>>
}
/** What another system is signed in to with, and whether it knows us. */
export function ConnectDialog({
  row,
  onClose,
  title,
  mayTest,
  item,
  words,
  ...calls
}: ConnectProps) {
  const t = useLabels()
  const [secret, setSecret] = useState('')
  const [isSaved, setSaved] = useState(false)
  const [said, setSaid] = useState<{ problem: string | null }>()
  const keep = useCallMutation(calls.keep, {
    said: words.saved,
    onDone: () => {
      setSaved(true)
      // It was said of another secret.
      setSaid(undefined)
    },
  })
  const test = useCallMutation(calls.test, { onDone: setSaid })
  const isBusy = keep.isBusy || test.isBusy
  const save = () => keep.send({ id: row.id, secret })
  const close = () => onClose(isSaved || said !== undefined)
  return (
    <Dialog
      title={title}
      okText={t('common:buttons.save')}
      sending={{ ...keep, isBusy, problem: keep.problem ?? test.problem }}
      isDone={isSaved}
      onOk={save}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('common:buttons.close')}</Button>
          <Button
            loading={isBusy}
            disabled={!isSaved && !mayTest}
            onClick={() => void test.send({ id: row.id })}
          >
            {words.test}
          </Button>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t('common:buttons.save')}
          </Button>
        </>
      }
    >
      {said && (
        <Alert
          type={said.problem ? 'error' : 'success'}
          showIcon
          message={said.problem ?? words.fine}
          className="kit-form-note"
        />
      )}
      <SecretItem {...item} value={secret} onChange={setSecret} />
    </Dialog>
  )
}
