import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { approvalProcessScreen } from '#contract/approval/process.ts'
import { copyProcess } from '#contract/approval/process-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'

interface Source {
  id: number
  name: unknown
}
/**
 * Asks how the copy is called, makes it, and goes on to change it. `around` draws the form with
 * what makes it.
 */
export function CopyForm({
  source,
  onDone,
  around,
}: {
  source: Source
  onDone?: () => void
  around: (form: ReactNode, make: () => void, isBusy: boolean) => ReactNode
}) {
  const t = useLabels({ module: 'approval' })
  const navigate = useNavigate()
  const [name, setName] = useState(t('approval:flow.copyName', { name: source.name }))
  const copying = useCallMutation(copyProcess, {
    said: t('approval:flow.copied'),
    onDone: (made) => {
      onDone?.()
      void navigate(`${approvalProcessScreen.route}/edit/${made.id}`, { replace: true })
    },
  })
  const make = () => void copying.send({ id: source.id, name: name.trim() })
  return around(
    <SendForm sending={copying}>
      <FieldItem name="name" label={t('approval:approvalProcess.fields.name')} required>
        <Input
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={make}
        />
      </FieldItem>
    </SendForm>,
    () => void (name.trim() && make()),
    copying.isBusy,
  )
}
