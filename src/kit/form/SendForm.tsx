import { Alert, Form } from 'antd'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { SendProvider, type Sending } from './sending.ts'
import './form.css'

const nothing = () => undefined

/**
 * Fields that a call takes. Its refusal stands above them, unless they say all that it objects to.
 */
export function SendForm({
  sending: { isBusy, problem, fields },
  failed,
  onTouch = nothing,
  children,
}: {
  sending: Sending
  /** What was not done, above the reason. */
  failed?: string | undefined
  /** Something was entered. */
  onTouch?: () => void
  children?: ReactNode
}) {
  const prefix = useId()
  const [names] = useState(() => new Set<string>())
  const context = useMemo(
    () => ({ isBusy, fields, prefix, names, onTouch }),
    [isBusy, fields, prefix, names, onTouch],
  )
  const wrong = Object.keys(fields)
  const isSaid = wrong.length > 0 && wrong.every((name) => names.has(name))
  return (
    <SendProvider value={context}>
      <Form component={false} layout="vertical">
        {problem && !isSaid && (
          <Alert
            type="error"
            showIcon
            className="kit-form-note"
            message={failed ?? problem}
            description={failed && problem}
          />
        )}
        {children}
      </Form>
    </SendProvider>
  )
}
