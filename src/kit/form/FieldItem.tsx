import { Form } from 'antd'
import { cloneElement, useEffect, type ReactElement, type ReactNode } from 'react'
import { useRequiredSaid } from './values/required-said.ts'
import { useSending } from './sending.ts'

interface Control {
  disabled?: boolean
  options?: unknown
  onChange?: (...given: never[]) => unknown
}
interface FieldItemProps {
  /** As the call names it: what it objects to is said here. */
  name: string
  /** Another name that the call has for it. */
  alsoSays?: string
  label: ReactNode
  /** What may be entered, while nothing is wrong. */
  help?: ReactNode
  extra?: ReactNode
  required?: boolean
  /** What the page itself found wrong. */
  mistake?: string | undefined
  /** An input, or what makes it of the id that its label names. */
  children: ReactElement | ((id: string) => ReactElement)
}

/** One field of a dialog or a small form: label, mistake, and an input that waits while it is sent. */
export function FieldItem({
  name,
  alsoSays = name,
  mistake: found,
  help,
  children,
  ...rest
}: FieldItemProps) {
  const said = useRequiredSaid()
  const { fields, isBusy, prefix, names, onTouch } = useSending()
  useEffect(() => {
    const own = [name, alsoSays]
    own.forEach((one) => names.add(one))
    return () => own.forEach((one) => names.delete(one))
  }, [names, name, alsoSays])
  const id = `${prefix}${name}`
  const control = typeof children === 'function' ? children(id) : children
  const { disabled, onChange, options } = control.props as Control
  const mistake = said(found ?? fields[name] ?? fields[alsoSays], rest.label, options !== undefined)
  const hasNote = Boolean(mistake || help)
  return (
    <Form.Item
      {...rest}
      htmlFor={id}
      className={help ? 'kit-hinted' : undefined}
      validateStatus={mistake ? 'error' : undefined}
      help={
        hasNote && (
          <span id={`${id}-note`} role={mistake ? 'alert' : undefined}>
            {mistake ?? help}
          </span>
        )
      }
    >
      {cloneElement(control as ReactElement<Record<string, unknown>>, {
        id,
        disabled: disabled || isBusy,
        'aria-invalid': mistake ? true : undefined,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        onChange: (...given: never[]) => {
          onTouch()
          return onChange?.(...given)
        },
      })}
    </Form.Item>
  )
}
