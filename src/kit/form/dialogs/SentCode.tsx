import { Button, Form, Input } from 'antd'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** Digits of a code that goes to somebody's phone. */
const digits = 6
/** Whether what was typed can be the code that was sent. */
export const isWholeCode = (code: string) => code.trim().length === digits

interface SentCodeProps {
  sendText: string
  label: string
  isBusy: boolean
  onSend: () => void
  value: string
  onChange: (value: string) => void
}
/** Sends a code to a phone, and asks for it. */
export function SentCode({ sendText, label, isBusy, onSend, value, onChange }: SentCodeProps) {
  return (
    <>
      <Form.Item>
        <Button onClick={onSend} disabled={isBusy}>
          {sendText}
        </Button>
      </Form.Item>
      <FieldItem name="captcha" label={label} required>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={digits}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </FieldItem>
    </>
  )
}
