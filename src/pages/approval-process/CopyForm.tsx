import { Alert, Form, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { approvalProcessScreen } from '#contract/approval/process.ts'
import { copyProcess } from '#contract/approval/process-calls.ts'
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

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
  const { run, isBusy, problem, fields } = useSubmit()
  const [name, setName] = useState(t('approval:flow.copyName', { name: source.name }))
  const make = () =>
    run(async () => {
      const made = await call(copyProcess, { id: source.id, name: name.trim() }, { quiet: true })
      toast({ text: t('approval:flow.copied'), tone: 'good' })
      onDone?.()
      void navigate(`${approvalProcessScreen.route}/edit/${made.id}`, { replace: true })
    })
  const mistake = fields.name
  return around(
    <Form component={false} layout="vertical">
      {problem && !mistake && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form.Item
        label={t('approval:approvalProcess.fields.name')}
        htmlFor="copy-name"
        required
        validateStatus={mistake ? 'error' : undefined}
        help={mistake ? <span role="alert">{mistake}</span> : undefined}
      >
        <Input
          id="copy-name"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void make()}
        />
      </Form.Item>
    </Form>,
    () => void (name.trim() && make()),
    isBusy,
  )
}
